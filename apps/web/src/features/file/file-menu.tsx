import { CopyIcon, DownloadIcon, ExternalLinkIcon, FolderPlusIcon, MapPlusIcon, PencilIcon, TrashIcon, UploadIcon, toast, type MenuEntry } from '@groma/ui';
import { can } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { canRun, findCommand, runCommand } from '../../registry/command.ts';
import { chooseAndUpload, deleteFiles, download, newFolder, openFile, renameFile } from './file-actions.tsx';
import { draggedFile, type FileNode } from './file-tree.ts';
import { isOfFamily } from './file-type.ts';

/** What can be done to a row; `chosen` is the selection it belongs to. What the role forbids is left out. */
export function fileMenu(node: FileNode, chosen: readonly FileNode[], onFolderMade: (path: string) => void): MenuEntry[] {
  const one: MenuEntry[] = node.isDir ? folderEntries(node, onFolderMade) : fileEntries(node);
  const mayChange = can('update', 'file');
  return [
    ...one,
    ...mapEntries(chosen),
    { key: 'copy-path', label: t('file.copyPath'), icon: <CopyIcon />, onSelect: () => { void copyPath(node.id); } },
    ...(mayChange ? [{ key: 'rename', label: t('file.rename'), icon: <PencilIcon />, shortcut: 'F2', onSelect: () => renameFile(node) }] : []),
    ...(can('delete', 'file') ? [
      { key: 'line', kind: 'divider' as const },
      { key: 'delete', label: chosen.length > 1 ? t('file.deleteCount', { count: chosen.length }) : t('file.delete'), icon: <TrashIcon />, shortcut: 'Delete', danger: true, onSelect: () => { void deleteFiles(chosen); } },
    ] : []),
  ];
}

function folderEntries(node: FileNode, onFolderMade: (path: string) => void): MenuEntry[] {
  return [
    ...(can('upload', 'file') ? [{ key: 'upload', label: t('file.uploadHere'), icon: <UploadIcon />, onSelect: () => { void chooseAndUpload(node.id); } }] : []),
    ...(can('create', 'file') ? [{ key: 'folder', label: t('file.newFolder'), icon: <FolderPlusIcon />, onSelect: () => { void newFolder(node.id, onFolderMade); } }] : []),
  ];
}

function fileEntries(node: FileNode): MenuEntry[] {
  return [
    { key: 'open', label: t('file.open'), icon: <ExternalLinkIcon />, onSelect: () => openFile({ path: node.id, bytes: node.bytes }) },
    ...(can('download', 'file') ? [{ key: 'download', label: t('file.download'), icon: <DownloadIcon />, onSelect: () => { void download(node); } }] : []),
  ];
}

/** The map's feature brings the command; it takes what a drag of the rows would carry. */
function mapEntries(chosen: readonly FileNode[]): MenuEntry[] {
  const fitting = chosen.filter((node) => !node.isDir && isOfFamily(node.id, 'geodata'));
  if (fitting.length === 0 || !findCommand('map.import-file')) return [];
  return [{
    key: 'map', label: t('file.addToMap'), icon: <MapPlusIcon />, disabledReason: canRun('map.import-file') ? undefined : t('file.noMapOpen'),
    onSelect: () => { void runCommand('map.import-file', fitting.map(draggedFile)); },
  }];
}

async function copyPath(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(path);
    toast.success(t('file.pathCopied', { path }));
  } catch {
    toast.error(t('file.pathNotCopied'));
  }
}
