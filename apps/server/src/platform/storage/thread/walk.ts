import { closeSync, fstatSync, lstatSync } from 'node:fs';
import { enter, inside, lookAt, readEntries } from './entry.ts';
import type { FoundBelow, FoundEntry, FoundSize } from './storage-task.ts';

/** Folders inside folders that are held open at once. Lists pass over what is deeper; a count goes on from there. */
const deepest = 200;

/** A folder that waits for its turn: its parts as they are on disk and as they are told. */
interface Waiting {
  real: string[];
  path: string;
}

/**
 * Entries below a folder whose names contain all words, whatever their case, from the top: what lies there is what most
 * people mean.
 */
export function search(fd: number, words: string[], limit: number, milliseconds: number): FoundBelow {
  const end = performance.now() + milliseconds;
  const wanted = words.map((word) => word.normalize('NFC').toLowerCase());
  const entries: FoundEntry[] = [];
  const waiting: Waiting[] = [{ real: [], path: '' }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { real: parts, path } = next;
    insideAll(fd, parts, (inner) => {
      for (const { real, name, isDir } of readEntries(inner)) {
        if (isDir && parts.length < deepest) waiting.push({ real: [...parts, real], path: `${path}${name}/` });
        const found = wanted.every((word) => name.toLowerCase().includes(word))
          ? lookAt(inner, real, path + name)
          : undefined;
        if (found) entries.push(found);
      }
    });
    if (entries.length > limit || performance.now() > end)
      return { entries: entries.slice(0, limit), isCut: entries.length > limit || waiting.length > 0 };
  }
  return { entries, isCut: false };
}

/** The same as `inside` for a folder any number of parts below, with two of them open at most. */
function insideAll(fd: number, parts: readonly string[], work: (fd: number) => void): void {
  let folder: number | undefined = fd;
  try {
    for (const part of parts) {
      const inner: number | undefined = enter(folder, part);
      if (folder !== fd) closeSync(folder);
      folder = inner;
      if (folder === undefined) return;
    }
    work(folder);
  } finally {
    if (folder !== undefined && folder !== fd) closeSync(folder);
  }
}

/** Bytes and number of the files below a folder, however deep, or of one file. */
export function measure(fd: number): FoundSize {
  const own = fstatSync(fd);
  if (own.isFile()) return { bytes: own.size, files: 1 };
  const size = { bytes: 0, files: 0 };
  const waiting: string[][] = [[]];
  const add = (folder: number, parts: readonly string[], depth: number): void => {
    for (const { real, isDir } of readEntries(folder)) {
      if (isDir) {
        const below = [...parts, real];
        if (depth < deepest)
          inside(folder, real, (inner) => {
            add(inner, below, depth + 1);
          });
        else waiting.push(below);
        continue;
      }
      const found = lstatSync(`/proc/self/fd/${folder}/${real}`, { throwIfNoEntry: false });
      if (!found?.isFile()) continue;
      size.bytes += found.size;
      size.files++;
    }
  };
  for (let parts = waiting.pop(); parts !== undefined; parts = waiting.pop()) {
    const from = parts;
    insideAll(fd, from, (folder) => {
      add(folder, from, 0);
    });
  }
  return size;
}
