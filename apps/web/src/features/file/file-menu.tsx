import {
  ClipboardIcon,
  CopyIcon,
  CopyPlusIcon,
  CutIcon,
  DownloadIcon,
  ExternalLinkIcon,
  EyeIcon,
  FileZipIcon,
  FolderPlusIcon,
  InfoCircleIcon,
  LinkIcon,
  MapPlusIcon,
  PencilIcon,
  TextPlusIcon,
  TrashIcon,
  UploadIcon,
  type MenuEntry,
} from '@groma/ui';
import { t } from '../../platform/text.ts';
import { canRun, findCommand, runCommand } from '../../registry/command.ts';
import { deletePaths } from './action/delete-files.ts';
import { copyInto } from './action/move-files.ts';
import { openDetails } from './details/details-dialog.tsx';
import { downloadZip } from './transfer/download-zip.ts';
import { copyPaths, download, makeIn, openFile, renameFile, unpack } from './action/file-actions.tsx';
import { reasonAgainst } from './entry/reason-against.ts';
import { chooseAndUpload } from './transfer/choose-uploads.ts';
import type { MenuPlace } from './tree/file-rows-parts.ts';
import { fileClipboard } from './entry/file-clipboard.ts';
import { draggedFile, folderOf, type FileNode } from './entry/file-path.ts';
import { extensionOf, isOfFamily } from './entry/file-type.ts';
import { previewOf } from './entry/opening-rule.ts';
import { openPreview } from './action/open-as.ts';

const line = (key: string): MenuEntry => ({ key, kind: 'divider' });

/** What can be done to a row; `chosen` is the selection it belongs to. What the role forbids says so. */
export function fileMenu(node: FileNode, chosen: readonly FileNode[], place: MenuPlace): MenuEntry[] {
  const paths = chosen.map(({ id }) => id);
  const isOne = chosen.length === 1;
  return [
    ...(isOne ? openEntries(node, place) : []),
    ...mapEntries(chosen),
    downloadEntry(node, chosen),
    line('line-edit'),
    {
      key: 'cut',
      label: t('file.cut'),
      icon: <CutIcon />,
      shortcut: 'Ctrl+X',
      disabledReason: reasonAgainst('update'),
      onSelect: () => place.cut(paths),
    },
    {
      key: 'copy',
      label: t('file.copy'),
      icon: <CopyIcon />,
      shortcut: 'Ctrl+C',
      disabledReason: reasonAgainst('duplicate'),
      onSelect: () => place.copy(paths),
    },
    pasteEntry(node.isDir ? node.id : folderOf(node.id), place),
    {
      key: 'duplicate',
      label: t('file.duplicate'),
      icon: <CopyPlusIcon />,
      disabledReason: reasonAgainst('duplicate'),
      onSelect: () => {
        void duplicate(paths, place);
      },
    },
    ...(isOne
      ? [
          {
            key: 'rename',
            label: t('file.rename'),
            icon: <PencilIcon />,
            shortcut: 'F2',
            disabledReason: reasonAgainst('update'),
            onSelect: () => renameFile(node, (path) => place.show([path])),
          },
        ]
      : []),
    line('line-know'),
    {
      key: 'copy-path',
      label: isOne ? t('file.copyPath') : t('file.copyPaths', { count: chosen.length }),
      icon: <LinkIcon />,
      onSelect: () => {
        void copyPaths(paths);
      },
    },
    ...(isOne
      ? [{ key: 'details', label: t('file.details.open'), icon: <InfoCircleIcon />, onSelect: () => openDetails(node) }]
      : []),
    line('line-delete'),
    {
      key: 'delete',
      label: isOne ? t('file.delete') : t('file.deleteCount', { count: chosen.length }),
      icon: <TrashIcon />,
      shortcut: 'Delete',
      danger: true,
      disabledReason: reasonAgainst('delete'),
      onSelect: () => {
        void deletePaths(paths);
      },
    },
  ];
}

/** What can be done in a folder: the menu of the ground of the tree. */
export function folderEntries(folder: string, place: MenuPlace): MenuEntry[] {
  const made = (path: string) => place.show([path]);
  return [
    {
      key: 'new-file',
      label: t('file.newFile'),
      icon: <TextPlusIcon />,
      disabledReason: reasonAgainst('create'),
      onSelect: () => {
        void makeIn(folder, 'file', made);
      },
    },
    {
      key: 'new-folder',
      label: t('file.newFolder'),
      icon: <FolderPlusIcon />,
      disabledReason: reasonAgainst('create'),
      onSelect: () => {
        void makeIn(folder, 'folder', made);
      },
    },
    {
      key: 'upload',
      label: t('file.uploadHere'),
      icon: <UploadIcon />,
      disabledReason: reasonAgainst('upload'),
      onSelect: () => {
        void chooseAndUpload(folder);
      },
    },
    {
      key: 'upload-folder',
      label: t('file.uploadFolderHere'),
      icon: <UploadIcon />,
      disabledReason: reasonAgainst('upload'),
      onSelect: () => {
        void chooseAndUpload(folder, 'folder');
      },
    },
  ];
}

export function pasteEntry(folder: string, place: MenuPlace): MenuEntry {
  const isEmpty = fileClipboard.getState().paths.length === 0;
  return {
    key: 'paste',
    label: t('file.paste'),
    icon: <ClipboardIcon />,
    shortcut: 'Ctrl+V',
    onSelect: () => place.paste(folder),
    disabledReason: reasonAgainst('update') ?? (isEmpty ? t('file.nothingToPaste') : undefined),
  };
}

function openEntries(node: FileNode, place: MenuPlace): MenuEntry[] {
  if (node.isDir) return [...folderEntries(node.id, place), line('line-folder')];
  return [
    {
      key: 'open',
      label: t('file.open'),
      icon: <ExternalLinkIcon />,
      shortcut: 'Enter',
      onSelect: () => openFile({ path: node.id, bytes: node.bytes }),
    },
    ...(previewOf(node.id) && node.bytes !== null
      ? [
          {
            key: 'preview',
            label: t('file.viewer.showPreview'),
            icon: <EyeIcon />,
            onSelect: () => openPreview(node.id),
          },
        ]
      : []),
    ...(extensionOf(node.id) === 'zip'
      ? [
          {
            key: 'unpack',
            label: t('file.unpack'),
            icon: <FileZipIcon />,
            disabledReason: reasonAgainst('create'),
            onSelect: () => {
              void unpack(node, (path) => place.show([path]));
            },
          },
        ]
      : []),
  ];
}

function downloadEntry(node: FileNode, chosen: readonly FileNode[]): MenuEntry {
  const isPlain = chosen.length === 1 && !node.isDir;
  return {
    key: 'download',
    icon: <DownloadIcon />,
    disabledReason: reasonAgainst('download'),
    label: isPlain ? t('file.download') : t('file.zip.title', { count: chosen.length }),
    onSelect: () => {
      void (isPlain ? download(node) : downloadZip(chosen.map(({ id }) => id)));
    },
  };
}

/** The map's feature brings the command; it takes what a drag of the rows would carry. */
function mapEntries(chosen: readonly FileNode[]): MenuEntry[] {
  const fitting = chosen.filter((node) => !node.isDir && isOfFamily(node.id, 'geodata'));
  if (fitting.length === 0 || !findCommand('map.import-file')) return [];
  return [
    {
      key: 'map',
      label: t('file.addToMap'),
      icon: <MapPlusIcon />,
      disabledReason: canRun('map.import-file') ? undefined : t('file.noMapOpen'),
      onSelect: () => {
        void runCommand('map.import-file', fitting.map(draggedFile));
      },
    },
  ];
}

/** Each beside itself: what lies in several folders is copied folder by folder. */
async function duplicate(paths: readonly string[], place: MenuPlace): Promise<void> {
  const made: string[] = [];
  for (const folder of new Set(paths.map(folderOf)))
    made.push(
      ...(await copyInto(
        paths.filter((path) => folderOf(path) === folder),
        folder,
      )),
    );
  place.show(made);
}
