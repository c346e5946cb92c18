import type { MenuEntry } from '@groma/ui';
import type { ComponentType } from 'react';
import type { DroppedFiles } from '../../../platform/dropped-files.ts';
import type { Command } from '../../../registry/command.ts';
import type { FileNode } from '../entry/file-path.ts';

/** What is done with rows of files by others than the tree. */
export interface FileRowsParts {
  /** What can be done to a row; `chosen` is the selection it belongs to. */
  fileMenu(node: FileNode, chosen: readonly FileNode[]): MenuEntry[];
  folderEntries(folder: string): MenuEntry[];
  pasteEntry(folder: string): MenuEntry | null;
  paste: Command<{ folder: string }>;
  rename: Command<{ path: string }>;
  remove: Command<{ paths: string[] }>;
  upload(folder: string, dropped: DroppedFiles): void;
  /** Stands at the end of a file's row, where there is something to say of it. */
  FileMark: ComponentType<{ path: string }>;
}
