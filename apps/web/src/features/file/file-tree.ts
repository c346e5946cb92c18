import { baseName } from '@groma/model';
import type { DraggedFile } from '../../registry/file-drag.ts';
import type { FileEntry } from './file-calls.ts';

/** A row of the Files drawer; its id is its path. */
export interface FileNode {
  id: string;
  name: string;
  isDir: boolean;
  bytes: number | null;
  size: string | null;
  isExpandable: boolean;
  loading?: boolean;
  failure?: string;
  children?: FileNode[];
}

/** What is known of a folder: its entries, that they are on their way, or why they did not come. */
export interface Listing { entries?: readonly FileEntry[] | undefined; isLoading: boolean; failure?: string | undefined }

/** Nests the read folders below `path`. A folder that is not open stays closed, whatever was read of it before. */
export function buildTree(path: string, listings: ReadonlyMap<string, Listing>): FileNode[] {
  return (listings.get(path)?.entries ?? []).map((entry) => {
    const node: FileNode = { id: entry.path, name: baseName(entry.path), isDir: entry.isDir, bytes: entry.bytes, size: entry.size, isExpandable: entry.isDir };
    const listing = entry.isDir ? listings.get(entry.path) : undefined;
    if (!listing) return node;
    return {
      ...node,
      ...(listing.isLoading && !listing.entries ? { loading: true } : {}),
      ...(listing.failure !== undefined && !listing.entries ? { failure: listing.failure } : {}),
      ...(listing.entries ? { children: buildTree(entry.path, listings) } : {}),
    };
  });
}

/** A row as a drag carries it. */
export function draggedFile({ id, isDir }: Pick<FileNode, 'id' | 'isDir'>): DraggedFile {
  return { path: id, isDir };
}

/** The folder a path is in. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/data';
}

/** A name that is not taken among others: "New folder", "New folder 2" … */
export function freeName(wanted: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** Drops paths that lie inside another of the paths: what is done to a folder is done to what it holds. */
export function outermost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
}
