import { fstatSync, lstatSync } from 'node:fs';
import { inside, lookAt, readEntries } from './entry.ts';
import type { FoundBelow, FoundEntry, FoundSize } from './storage-task.ts';

/** Folders inside folders that are followed; deeper ones are passed over. */
const deepest = 200;

/** A folder that waits for its turn: its parts as they are on disk and as they are told. */
interface Waiting { real: string[]; path: string }

/** Entries below a folder whose names contain all words, whatever their case, from the top: what lies there is what most people mean. */
export function search(fd: number, words: string[], limit: number, milliseconds: number): FoundBelow {
  const end = Date.now() + milliseconds;
  const wanted = words.map((word) => word.normalize('NFC').toLowerCase());
  const entries: FoundEntry[] = [];
  const waiting: Waiting[] = [{ real: [], path: '' }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { real: parts, path } = next;
    insideAll(fd, parts, (inner) => {
      for (const { real, name, isDir } of readEntries(inner)) {
        if (isDir && parts.length < deepest) waiting.push({ real: [...parts, real], path: `${path}${name}/` });
        const found = wanted.every((word) => name.toLowerCase().includes(word)) ? lookAt(inner, real, path + name) : undefined;
        if (found) entries.push(found);
      }
    });
    if (entries.length > limit || Date.now() > end) return { entries: entries.slice(0, limit), isCut: entries.length > limit || waiting.length > 0 };
  }
  return { entries, isCut: false };
}

function insideAll(fd: number, [first, ...rest]: string[], work: (fd: number) => void): void {
  if (first === undefined) work(fd);
  else inside(fd, first, (inner) => { insideAll(inner, rest, work); });
}

/** Bytes and number of the files below a folder, or of one file. */
export function measure(fd: number): FoundSize {
  const own = fstatSync(fd);
  if (own.isFile()) return { bytes: own.size, files: 1 };
  const size = { bytes: 0, files: 0 };
  const add = (folder: number, depth: number): void => {
    for (const { real, isDir } of readEntries(folder)) {
      if (isDir) {
        if (depth < deepest) inside(folder, real, (inner) => { add(inner, depth + 1); });
        continue;
      }
      const found = lstatSync(`/proc/self/fd/${folder}/${real}`, { throwIfNoEntry: false });
      if (!found?.isFile()) continue;
      size.bytes += found.size;
      size.files++;
    }
  };
  add(fd, 0);
  return size;
}
