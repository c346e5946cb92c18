import type { FileEntry, FolderPage } from '../entry/file-calls.ts';

/** Entries that are read at once. */
export const pageSize = 500;

/**
 * What is known of one folder: how many entries it has, and those that were read, in pages. Never changed: each reading
 * gives another.
 */
export interface FolderWindow {
  readonly total: number;
  readonly version: string;
  readonly pages: ReadonlyMap<number, readonly FileEntry[]>;
}

/** The pages that hold entries from `first` to `last` inclusive. */
export function pagesOf(first: number, last: number, total = Infinity): number[] {
  const from = Math.max(0, Math.floor(first / pageSize));
  const to = Math.min(Math.floor(last / pageSize), Math.max(0, Math.ceil(total / pageSize) - 1));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** The window with more pages of the same version in it; other versions begin anew with what was read. */
export function withPages(window: FolderWindow | undefined, read: readonly FolderPage[]): FolderWindow {
  const newest = read.at(-1);
  if (!newest) return window ?? { total: 0, version: '', pages: new Map() };
  const pages = new Map(window?.version === newest.version ? window.pages : []);
  for (const { offset, entries } of read) pages.set(Math.floor(offset / pageSize), entries);
  return { total: newest.total, version: newest.version, pages };
}

export function entryAt({ pages }: FolderWindow, index: number): FileEntry | undefined {
  return pages.get(Math.floor(index / pageSize))?.[index % pageSize];
}

const places = new WeakMap<FolderWindow, Map<string, number>>();

/** Place of an entry in its folder, among those that were read; -1 when it is not there. */
export function placeOf(window: FolderWindow, path: string): number {
  let known = places.get(window);
  if (!known) {
    known = new Map();
    for (const [page, entries] of window.pages)
      entries.forEach((entry, index) => known?.set(entry.path, page * pageSize + index));
    places.set(window, known);
  }
  return known.get(path) ?? -1;
}
