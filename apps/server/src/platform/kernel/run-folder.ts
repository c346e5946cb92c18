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
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    // A folder that belongs to another user cannot be removed, and need not be.
    if (owner && !isAlive(Number(owner))) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
