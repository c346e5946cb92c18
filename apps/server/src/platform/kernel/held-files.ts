import { lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What processes hold by descriptors and no folder shows, in bytes: memory of `memfd_create`, and deleted files of
 * /data and of /run/kernel.
 */
export interface HeldFiles {
  openFiles: number;
  memoryBytes: number;
  dataBytes: number;
  runBytes: number;
}

export const nothingHeld: Readonly<HeldFiles> = { openFiles: 0, memoryBytes: 0, dataBytes: 0, runBytes: 0 };

/** Descriptors of all processes of a kernel together; beyond so many they are counted no further. */
export const mostOpenFiles = 20_000;

/** /run/kernel holds a file of a few hundred bytes and some sockets. */
export const mostRunBytes = 16 * 1024 ** 2;
const mostRunEntries = 256;

/**
 * Looks through the descriptors of processes. Each file counts once, whoever holds it. It is synchronous, as
 * `SandboxView` is: some 8 µs for a descriptor.
 *
 * @param processes their folder in /proc
 * @param counted folders in memory whose files count already, deleted or not
 */
export function readHeldFiles(processes: string, ids: readonly string[], counted: readonly string[]): HeldFiles {
  const held: HeldFiles = { ...nothingHeld };
  const known = new Set<string>();
  const devices = new Set(counted.map((folder) => statSync(folder).dev));
  for (const id of ids) {
    const folder = `${processes}/${id}/fd`;
    const names = namesIn(folder);
    held.openFiles += names.length;
    if (held.openFiles > mostOpenFiles) return held;
    for (const name of names) addFile(held, `${folder}/${name}`, known, devices);
  }
  return held;
}

function addFile(held: HeldFiles, descriptor: string, known: Set<string>, counted: ReadonlySet<number>): void {
  try {
    const target = readlinkSync(descriptor);
    const isMemory = target.startsWith('/memfd:');
    if (!isMemory && !target.endsWith(' (deleted)')) return;
    const { dev, ino, nlink, blocks } = statSync(descriptor);
    if (known.has(`${dev}:${ino}`) || (!isMemory && (nlink > 0 || counted.has(dev)))) return;
    known.add(`${dev}:${ino}`);
    held[isMemory ? 'memoryBytes' : target.startsWith('/run/kernel/') ? 'runBytes' : 'dataBytes'] += blocks * 512;
  } catch {
    // It was closed meanwhile.
  }
}

/**
 * Bytes that a kernel's folder of sockets takes on the disk; `Infinity` where it holds more than its sockets could ever
 * need.
 */
export function runFolderBytes(folder: string): number {
  const waiting = [folder];
  let bytes = 0;
  let entries = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const name of namesIn(at)) {
      entries += 1;
      if (entries > mostRunEntries) return Infinity;
      const entry = lstatSync(join(at, name), { throwIfNoEntry: false });
      bytes += (entry?.blocks ?? 0) * 512;
      if (entry?.isDirectory()) waiting.push(join(at, name));
    }
  }
  return bytes;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}
