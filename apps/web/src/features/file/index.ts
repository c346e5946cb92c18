import { FileTextIcon, FolderIcon } from '@groma/ui';
import { registerAssistantView } from '../../registry/assistant-view.ts';
import { registerCommands } from '../../registry/command.ts';
import { registerDrawer } from '../../registry/drawer.ts';
import { registerPanel } from '../../registry/panel.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { registerStatusItem } from '../../registry/status.ts';
import { fileOfPanel, readFileView } from './assistant-view.ts';
import { findFiles, openFound } from './find-files.ts';
import { watchWindowDrops } from './transfer/window-drop.ts';
import { fileCommands } from './file-commands.ts';
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
  watchWindowDrops();
  registerStatusItem({ id: 'uploads', side: 'start', order: 30, Component: UploadStatus });
  registerCommands(Object.values(fileCommands));
  registerAssistantView({ id: 'file', read: readFileView, attachmentOf: fileOfPanel });
  registerResourceSource({ kind: 'file', label: 'file.files', icon: FileTextIcon, find: findFiles, open: openFound });
}
