import type { MenuEntry } from '@groma/ui';
import type { DroppedFiles } from '../../../platform/dropped-files.ts';
import type { FileNode } from '../entry/file-path.ts';

/** What the tree around the menu lends it. */
export interface MenuPlace {
  /** Shows and chooses what was made, moved or renamed. */
  show(paths: readonly string[]): void;
  cut(paths: readonly string[]): void;
  copy(paths: readonly string[]): void;
  paste(folder: string): void;
}

/** What is done with rows of files by others than the tree. */
export interface FileRowsParts {
  /** What can be done to a row; `chosen` is the selection it belongs to. */
  fileMenu(node: FileNode, chosen: readonly FileNode[], place: MenuPlace): MenuEntry[];
  folderEntries(folder: string, place: MenuPlace): MenuEntry[];
  pasteEntry(folder: string, place: MenuPlace): MenuEntry;
  upload(folder: string, dropped: DroppedFiles): void;
}
