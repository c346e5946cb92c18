import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'groma-kernel-';
let isSwept = false;

/**
 * A fresh folder for one kernel's connection file and sockets, which only this user may enter. It is short, since a
 * path of a Unix socket has at most 107 bytes. The first call also removes what servers that were killed left behind.
 */
export async function makeRunFolder(): Promise<string> {
  if (!isSwept) await sweep();
  isSwept = true;
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

async function sweep(): Promise<void> {
  for (const folder of await foldersLeftBehind(tmpdir())) {
    // A folder that belongs to another user cannot be removed, and need not be.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** The folders in `parent` that are named for kernels of servers which have ended. */
export async function foldersLeftBehind(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const isLeft = (name: string) => {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    return owner !== undefined && !isAlive(Number(owner));
  };
  return names.filter(isLeft).map((name) => join(parent, name));
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
