import type { DraggedFile } from '../../../registry/file-drag.ts';

/** The folder of the project that notebooks and people see. */
export const root = '/data';

/** A row of the Files drawer; its id is its path. */
export interface FileNode {
  id: string;
  name: string;
  isDir: boolean;
  bytes: number | null;
  size: string | null;
  lastModified: string;
  /** Names of the files that belong to it, as roads.dbf to roads.shp. */
  parts?: readonly string[];
  isExpandable: boolean;
  loading?: boolean;
  failure?: string;
  isFaint?: boolean;
  isPending?: boolean;
}

/** A row with the files that belong to it, as commands take it. */
export function entryOf({ id, isDir, parts }: Pick<FileNode, 'id' | 'isDir' | 'parts'>) {
  return { path: id, isDir, ...(parts && { parts: [...parts] }) };
}

/** A row as a drag carries it. */
export function draggedFile({ id, isDir }: Pick<FileNode, 'id' | 'isDir'>): DraggedFile {
  return { path: id, isDir };
}

/** The folder a path is in; that of the root is the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || root;
}

/** A name that is not taken among others: "New folder", "New folder 2" … */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  const dot = wanted.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ''];
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${stem} ${number}${ending}`;
    if (!isTaken(name)) return name;
  }
}

/** Drops paths that lie inside another of the paths: what is done to a folder is done to what it holds. */
export function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return [...all].filter((path) => !above(path).some((folder) => all.has(folder)));
}

/** The folders a path lies in, the nearest first, up to the root. */
export function above(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder.length > root.length; folder = folderOf(folder)) folders.push(folder);
  return path === root ? [] : [...folders, root];
}

/**
 * What a name of a file may be: no separators and controls, not `.` or `..`, not a name that other systems keep for
 * themselves, not ending in a dot or a space. The same as the server takes, but for the length, which is counted in
 * bytes there.
 */
export const namePattern =
  /^(?!\.{1,2}$)(?!(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$))(?!.*[. ]$)[^\p{Cc}/\\]{1,255}$/iu;
