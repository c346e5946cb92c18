import { FileTextIcon, FolderIcon, FolderPlusIcon, TextPlusIcon, UploadIcon } from '@groma/ui';
import { baseName } from '@groma/model';
import { can, readProject } from '../../platform/session.ts';
import { registerCommand } from '../../registry/command.ts';
import { openDrawer, registerDrawer } from '../../registry/drawer.ts';
import { registerPanel } from '../../registry/panel.ts';
import { registerResourceSource, type Resource } from '../../registry/resource.ts';
import { registerStatusItem } from '../../registry/status.ts';
import { chooseAndUpload, makeIn, openFile } from './file-actions.tsx';
import { listFolder, type FileEntry } from './file-calls.ts';
import { folderOf, root } from './file-path.ts';
import { registerFileViewers } from './viewer/register-viewers.ts';
import { UploadStatus } from './upload/upload-status.tsx';

/** Adds the Files drawer, the viewer of text files, uploads, and finding files by name. */
export function registerFile(): void {
  registerDrawer({ id: 'files', side: 'left', order: 20, label: 'file.files', icon: FolderIcon, load: () => import('./files-drawer.tsx') });
  // Kept behind other tabs: it follows a renamed file, and undo and place stay.
  registerPanel<{ path: string }>({ kind: 'file-text', icon: FileTextIcon, keepsRendered: true, load: () => import('./editor/editor-panel.tsx') });
  registerFileViewers();
  registerStatusItem({ id: 'uploads', side: 'start', order: 30, Component: UploadStatus });
  registerCommand({
    id: 'file.upload', title: 'file.upload.files', icon: UploadIcon, isEnabled: () => can('upload', 'file'),
    run: () => {
      openDrawer('files');
      return chooseAndUpload();
    },
  });
  registerCommand({
    id: 'file.upload-folder', title: 'file.upload.folder', icon: UploadIcon, isEnabled: () => can('upload', 'file'),
    run: () => {
      openDrawer('files');
      return chooseAndUpload(root, 'folder');
    },
  });
  registerCommand({ id: 'file.new-file', title: 'file.newFile', icon: TextPlusIcon, isEnabled: () => can('create', 'file'), run: () => makeIn(root, 'file') });
  registerCommand({ id: 'file.new-folder', title: 'file.newFolder', icon: FolderPlusIcon, isEnabled: () => can('create', 'file'), run: () => makeIn(root, 'folder') });
  registerResourceSource({ kind: 'file', label: 'file.files', icon: FileTextIcon, list: findFiles, open: ({ id }) => { void openFound(id); } });
}

/** Folders that search looks into, so that a huge tree does not hold it up. */
const searchedFolders = 60;

/** Files by breadth: those near the root come first. */
async function findFiles(projectId: string): Promise<Resource[]> {
  const found: FileEntry[] = [];
  let folders = [root];
  for (let left = searchedFolders; folders.length > 0 && left > 0; left -= folders.length) {
    const entries = (await Promise.all(folders.slice(0, left).map((path) => listFolder(projectId, path)))).flat();
    found.push(...entries.filter(({ isDir }) => !isDir));
    folders = entries.filter(({ isDir }) => isDir).map(({ path }) => path);
  }
  return found.map(({ path }) => ({ kind: 'file', id: path, name: baseName(path), detail: folderOf(path) }));
}

/** The size, which the opening rules need, is asked anew: it may have changed since the search. */
async function openFound(path: string): Promise<void> {
  const project = readProject();
  if (!project) return;
  const entries = await listFolder(project.id, folderOf(path)).catch(() => []);
  openFile({ path, bytes: entries.find((entry) => entry.path === path)?.bytes ?? null });
}
