import { closeSync, constants, lstatSync, openSync, readdirSync, type BigIntStats } from 'node:fs';
import type { FoundEntry } from './storage-task.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** A name on disk, and the same in form C as people write it. */
export interface NamedEntry {
  real: string;
  name: string;
  isDir: boolean;
}

/** Identity of the content of a file: it changes when other bytes are written or another file takes the name. */
export function contentKey({ size, mtimeNs, ino }: BigIntStats): string {
  return `${size.toString(36)}-${mtimeNs.toString(36)}-${ino.toString(36)}`;
}

/** What stands for bytes that are not text: a name with it may be one that nobody can call. */
const noText = '\ufffd';

/**
 * Files and folders in a folder held open, without order; names that are not text are left out. Of names that differ by
 * their Unicode form only, that in form C.
 */
export function readEntries(fd: number): NamedEntry[] {
  const self = `/proc/self/fd/${fd}`;
  const entries: NamedEntry[] = [];
  const seen = new Map<string, NamedEntry>();
  for (const entry of readdirSync(self, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    if (entry.name.includes(noText) && !lstatSync(`${self}/${entry.name}`, { throwIfNoEntry: false })) continue;
    const name = entry.name.normalize('NFC');
    const named = { real: entry.name, name, isDir: entry.isDirectory() };
    const twin = seen.get(name);
    if (!twin) entries.push(named);
    else if (name === entry.name) Object.assign(twin, named);
    if (!twin) seen.set(name, named);
  }
  return entries;
}

/**
 * What an entry is now; undefined when it is gone, or neither file nor folder. `shown` is the name it is told under.
 */
export function lookAt(fd: number, real: string, shown: string): FoundEntry | undefined {
  const found = lstatSync(`/proc/self/fd/${fd}/${real}`, { bigint: true, throwIfNoEntry: false });
  if (!found || (!found.isFile() && !found.isDirectory())) return undefined;
  return {
    name: shown,
    isDir: found.isDirectory(),
    bytes: Number(found.size),
    modifiedMs: Number(found.mtimeNs / 1_000_000n),
    key: contentKey(found),
  };
}

/** Opens a folder in a folder held open, to be closed by the caller; undefined for what is gone or a link. */
export function enter(fd: number, real: string): number | undefined {
  try {
    return openSync(`/proc/self/fd/${fd}/${real}`, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch {
    return undefined;
  }
}

/** Does something with a folder in a folder held open. What is gone or a link is passed over. */
export function inside(fd: number, real: string, work: (fd: number) => void): void {
  const inner = enter(fd, real);
  if (inner === undefined) return;
  try {
    work(inner);
  } finally {
    closeSync(inner);
  }
}
