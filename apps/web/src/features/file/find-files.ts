import { baseName } from '@groma/model';
import { file as calls } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../platform/api.ts';
import { readProject } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/stored.ts';
import { closeDrawer, openDrawer } from '../../registry/drawer.ts';
import type { Resource } from '../../registry/resource.ts';
import { openFile } from './action/file-actions.tsx';
import { statFile } from './entry/file-calls.ts';
import { above, folderOf, root } from './entry/file-path.ts';

/** Most files and folders of one search. */
const mostFound = 20;

/** Files and folders whose name holds what was typed. */
export async function findFiles(projectId: string, typed: string, signal: AbortSignal): Promise<Resource[]> {
  const { data } = await api.call(calls.searchFiles, {
    params: { projectId },
    query: { query: typed, limit: mostFound },
    signal,
  });
  return data.map(({ path, isDir }) => ({
    kind: isDir ? 'folder' : 'file',
    id: path,
    name: baseName(path),
    detail: folderOf(path),
  }));
}

/** Opens a file that was found, or the folder in its drawer. */
export function openFound({ kind, id }: Resource): void {
  if (kind === 'folder') showFolder(id);
  else void openFoundFile(id);
}

/** The size, which the opening rules need, is asked anew: it may have changed since the search. */
async function openFoundFile(path: string): Promise<void> {
  const project = readProject();
  if (!project) return;
  try {
    openFile({ path, bytes: (await statFile(project.id, path)).bytes });
  } catch (error) {
    toast.error(errorText(error));
  }
}

/** The drawer reads which folders are open when it comes; one that is there comes anew. */
function showFolder(path: string): void {
  const project = readProject();
  if (!project) return;
  const key = `groma.folders.${project.id}`;
  const open = readStored(key);
  writeStored(key, [
    ...new Set([
      ...(Array.isArray(open) ? (open as string[]) : []),
      ...above(path).filter((folder) => folder !== root),
      path,
    ]),
  ]);
  closeDrawer('left');
  requestAnimationFrame(() => openDrawer('files'));
}
