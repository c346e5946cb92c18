import { FileTextIcon, FolderIcon, FolderPlusIcon, TextPlusIcon, UploadIcon } from '@groma/ui';
import { can } from '../../platform/session.ts';
import { registerCommand } from '../../registry/command.ts';
import { openDrawer, registerDrawer } from '../../registry/drawer.ts';
import { registerPanel } from '../../registry/panel.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { registerStatusItem } from '../../registry/status.ts';
import { makeIn } from './action/file-actions.tsx';
import { chooseAndUpload } from './transfer/choose-uploads.ts';
import { findFiles, openFound } from './find-files.ts';
import { root } from './entry/file-path.ts';
import { registerFileViewers } from './viewer/register-viewers.ts';
import { UploadStatus } from './transfer/upload-status.tsx';

/** Adds the Files drawer, the viewer of text files, uploads, and finding files by name. */
export function registerFile(): void {
  registerDrawer({
    id: 'files',
    side: 'left',
    order: 20,
    label: 'file.files',
    icon: FolderIcon,
    load: () => import('./files-drawer.tsx'),
  });
  // Kept behind other tabs: undo and place stay.
  registerPanel<{ path: string }>({
    kind: 'file-text',
    icon: FileTextIcon,
    keepsRendered: true,
    load: () => import('./editor/editor-panel.tsx'),
  });
  registerFileViewers();
  registerStatusItem({ id: 'uploads', side: 'start', order: 30, Component: UploadStatus });
  registerCommand({
    id: 'file.upload',
    title: 'file.upload.files',
    icon: UploadIcon,
    isEnabled: () => can('upload', 'file'),
    run: () => {
      openDrawer('files');
      return chooseAndUpload();
    },
  });
  registerCommand({
    id: 'file.upload-folder',
    title: 'file.upload.folder',
    icon: UploadIcon,
    isEnabled: () => can('upload', 'file'),
    run: () => {
      openDrawer('files');
      return chooseAndUpload(root, 'folder');
    },
  });
  registerCommand({
    id: 'file.new-file',
    title: 'file.newFile',
    icon: TextPlusIcon,
    isEnabled: () => can('create', 'file'),
    run: () => makeIn(root, 'file'),
  });
  registerCommand({
    id: 'file.new-folder',
    title: 'file.newFolder',
    icon: FolderPlusIcon,
    isEnabled: () => can('create', 'file'),
    run: () => makeIn(root, 'folder'),
  });
  registerResourceSource({ kind: 'file', label: 'file.files', icon: FileTextIcon, find: findFiles, open: openFound });
}
