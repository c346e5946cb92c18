import type { MenuEntry } from '@groma/ui';
import { entryOfCommand, line, menuEntry, menuOf } from '../../registry/menu-entry.ts';
import { fileAttachment } from './assistant-view.ts';
import { draggedFile, entryOf, folderOf, type FileNode } from './entry/file-path.ts';
import { extensionOf, isOfFamily } from './entry/file-type.ts';
import { isTileset } from './entry/opening-rule.ts';
import { fileCommands as file } from './file-commands.ts';

/** What can be done to a row; `chosen` is the selection it belongs to. What the role forbids says so. */
export function fileMenu(node: FileNode, chosen: readonly FileNode[]): MenuEntry[] {
  const paths = chosen.map(({ id }) => id);
  const isOne = chosen.length === 1;
  return menuOf([
    ...(isOne ? openEntries(node) : []),
    mapEntry(chosen),
    menuEntry(file.download, { entries: chosen.map(entryOf) }),
    isOne && !node.isDir ? entryOfCommand('assistant.add', fileAttachment(node.id)) : null,
    line('line-edit'),
    menuEntry(file.cut, { paths }),
    menuEntry(file.copy, { paths }),
    pasteEntry(node.isDir ? node.id : folderOf(node.id)),
    menuEntry(file.duplicate, { paths }),
    isOne ? menuEntry(file.rename, { path: node.id }) : null,
    line('line-know'),
    menuEntry(file.copyPath, { paths }),
    isOne && !node.isDir ? menuEntry(file.origin, { path: node.id }) : null,
    isOne ? menuEntry(file.details, entryOf(node)) : null,
    line('line-delete'),
    menuEntry(file.remove, { paths }),
  ]);
}

/** What can be done in a folder: the menu of the ground of the tree. */
export function folderEntries(folder: string): MenuEntry[] {
  const into = { folder, isChosen: true };
  return menuOf([
    menuEntry(file.newFile, into),
    menuEntry(file.newFolder, into),
    menuEntry(file.uploadFiles, into),
    menuEntry(file.uploadFolder, into),
    menuEntry(file.generateImage, into),
  ]);
}

export function pasteEntry(folder: string): MenuEntry | null {
  return menuEntry(file.paste, { folder });
}

function openEntries({ id: path, isDir, bytes }: FileNode): (MenuEntry | null)[] {
  if (isDir) return [...folderEntries(path), line('line-folder')];
  return [
    menuEntry(file.open, { path, bytes }),
    menuEntry(file.preview, { path, bytes }),
    menuEntry(file.unpack, { path }),
  ];
}

/** The map's feature brings the command; it takes what a drag of the rows would carry. */
function mapEntry(chosen: readonly FileNode[]): MenuEntry | null {
  const isDescribed = ({ parts = [] }: FileNode): boolean => parts.some((name) => extensionOf(name) === 'hdr');
  const fitting = chosen.filter((node) =>
    node.isDir
      ? extensionOf(node.id) === 'zarr'
      : isOfFamily(node.id, 'geodata') || standsOnMaps(node.id) || isDescribed(node),
  );
  return fitting.length === 0 ? null : entryOfCommand('map.import-file', fitting.map(draggedFile));
}

/** Clouds of points, meshes and tiles. Text and tables that may be points are geodata. */
function standsOnMaps(path: string): boolean {
  return isTileset(path) || isOfFamily(path, 'scene') || (isOfFamily(path, 'cloud') && !/\.(?:txt|csv)$/i.test(path));
}
