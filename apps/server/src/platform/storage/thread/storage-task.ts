import type { ListOrder } from '@groma/model';

/** Part of a folder: entries from `offset`, folders first, in an order. */
export interface ListWindow {
  offset: number;
  limit: number;
  sort: ListOrder;
  descending: boolean;
  filter: string;
  /** Whether files that belong to another, as roads.dbf to roads.shp, are told with that one only. */
  isGrouped?: boolean;
}

/** What a thread tells of an entry. `name` is in Unicode form C, `key` an identity that changes with the content. */
export interface FoundEntry {
  name: string;
  isDir: boolean;
  bytes: number;
  modifiedMs: number;
  key: string;
  /** Names of the files that belong to it, where that was asked for. */
  parts?: readonly string[] | undefined;
}

export interface FoundWindow {
  entries: FoundEntry[];
  total: number;
  version: string;
}

/** Entries below a folder, with paths relative to it. */
export interface FoundBelow {
  entries: FoundEntry[];
  isCut: boolean;
}

export interface FoundSize {
  bytes: number;
  files: number;
}

/**
 * What storage threads do. Folders are given by the number of an open file: all threads of a process share them, and
 * what is reached from one cannot be swapped for a link.
 */
interface StorageTasks {
  /** A window of the folder `fd`. */
  list: { given: { fd: number; window: ListWindow }; found: FoundWindow };
  /** Entries below `fd` whose names contain all words. */
  search: { given: { fd: number; words: string[]; limit: number; milliseconds: number }; found: FoundBelow };
  /** Everything below `fd`, or the file `fd` itself; the links and pipes among it take up nothing. */
  measure: { given: { fd: number }; found: FoundSize };
  /** SHA-256 of the first bytes of the file `fd`, in hexadecimal. */
  hash: { given: { fd: number; bytes: number }; found: string };
}

export type StorageTask = keyof StorageTasks;
export type Given<Task extends StorageTask> = StorageTasks[Task]['given'];
export type Found<Task extends StorageTask> = StorageTasks[Task]['found'];
