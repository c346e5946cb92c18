import { lstat, mkdir, readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isId, type ProjectId } from '@groma/model';
import { OpenFolder } from './open-folder.ts';
import type { ProjectFolders } from './project-folders.ts';
import { removeTree } from './remove-tree.ts';
import { sweepUploads } from './disk-upload-store.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** What is in the trash stays for 30 days. */
export const trashMs = 30 * dayMs;
/** How long things are kept. */
const kept = { trash: trashMs, temp: dayMs, incoming: dayMs };

/** Beside the folders of projects: what is left of projects that were deleted. */
export const removedFolder = 'removed';

/**
 * Deletes what nobody wants any more: trash, files an import needed, uploads that did not go on, halves of uploads.
 * `atStart` says that no upload is under way, so that every half is one that a kill left.
 */
export async function sweepFiles(folders: ProjectFolders, { atStart }: { atStart: boolean }): Promise<void> {
  const now = Date.now();
  const names = await readdir(folders.root).catch(() => []);
  for (const projectId of names.filter(isId) as unknown as ProjectId[]) {
    await sweepOld(join(folders.root, projectId, 'incoming'), atStart ? Infinity : now - kept.incoming);
    if (atStart) continue;
    await sweepOld(join(folders.root, projectId, 'temp'), now - kept.temp);
    await sweepUploads(join(folders.root, projectId, 'uploads'), now);
    await sweepTrash(join(folders.root, projectId, 'trash'), now - kept.trash);
  }
  if (!atStart) await emptyRemoved(folders.root);
}

/** Deletes what deleted projects left. */
export async function emptyRemoved(root: string): Promise<void> {
  await mkdir(join(root, removedFolder), { recursive: true });
  await removeEntries(join(root, removedFolder), () => true);
}

/** The name of each thing in the trash begins with when it came there: its own times are those of its content. */
function sweepTrash(folder: string, before: number): Promise<void> {
  return removeEntries(folder, (name) => !(Number.parseInt(name, 10) >= before));
}

async function removeEntries(path: string, isMeant: (name: string) => boolean): Promise<void> {
  const folder = await OpenFolder.at(path).catch(() => undefined);
  if (!folder) return;
  try {
    for (const name of (await readdir(folder.self)).filter(isMeant)) {
      // What code holds on to (by filling it again, by taking rights away) must not keep the rest; it is tried again
      // next time.
      await removeTree(folder, name).catch(() => undefined);
    }
  } finally {
    await folder.close();
  }
}

/** Only for folders that no kernel sees. Folders go when they are empty. */
async function sweepOld(folder: string, before: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    const found = await lstat(path).catch(() => undefined);
    if (entry.isDirectory()) await sweepOld(path, before);
    if (!found || found.mtimeMs >= before) continue;
    await (entry.isDirectory() ? rmdir(path) : unlink(path)).catch(() => undefined);
  }
}
