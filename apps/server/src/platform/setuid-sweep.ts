import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { chmod, open, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './log.ts';

const markerName = 'setuid-cleared';
const setuid = 0o4000;
const setgid = 0o2000;
/** O_PATH of Linux, which Node does not name: a hold on a file that may not be read. */
const holdOnly = 0o10000000;

/** A sweep under way. */
interface SetuidSweep {
  /**
   * Resolves with the number of files and folders that were changed, or null where the sweep had been done before or
   * was ended.
   */
  readonly done: Promise<number | null>;
  close(): Promise<void>;
}

/**
 * Takes setuid and setgid bits from the files of a data folder and setuid bits from its folders, which notebooks could
 * set before sandboxes had a filter of system calls. A program of its own looks for them, once; a marker remembers
 * that.
 */
export function sweepSetuid(folder: string, log: Log): SetuidSweep {
  const aborter = new AbortController();
  const done = sweep(folder, aborter.signal)
    .then((cleared) => {
      if (cleared !== null && cleared > 0)
        log.error('Files of the data folder had setuid or setgid bits, which were taken away.', { cleared });
      return cleared;
    })
    .catch((error: unknown) => {
      if (!aborter.signal.aborted)
        log.error('Setuid bits in the data folder were not looked for; the next start tries again.', { error });
      return null;
    });
  return {
    done,
    close: async () => {
      aborter.abort();
      await done;
    },
  };
}

async function sweep(folder: string, signal: AbortSignal): Promise<number | null> {
  const marker = join(folder, markerName);
  if (existsSync(marker)) return null;
  const root = await realpath(folder);
  // The records belong to PostgreSQL, and no notebook reaches them.
  const wanted = [
    '-path',
    join(root, 'postgres'),
    '-prune',
    '-o',
    '(',
    '-type',
    'f',
    '-perm',
    '/6000',
    '-o',
    '-type',
    'd',
    '-perm',
    '/4000',
    ')',
    '-print0',
  ];
  const finder = spawn('nice', ['-n', '19', 'find', root, ...wanted], { stdio: ['ignore', 'pipe', 'ignore'], signal });
  const ended = once(finder, 'close');
  // Its error comes up where it is waited for.
  ended.catch(() => undefined);
  let cleared = 0;
  let rest = '';
  for await (const piece of finder.stdout.setEncoding('latin1') as AsyncIterable<string>) {
    const paths = (rest + piece).split('\0');
    rest = paths.pop()!;
    for (const path of paths) cleared += (await clear(root, path)) ? 1 : 0;
  }
  await ended;
  signal.throwIfAborted();
  await writeFile(marker, '', { mode: 0o600 });
  return cleared;
}

/**
 * Changes what it holds and has found to be inside: a notebook that still runs may put a link to another place in
 * between. `path` in Latin 1, since names are bytes.
 */
async function clear(root: string, path: string): Promise<boolean> {
  const handle = await open(Buffer.from(path, 'latin1'), holdOnly | constants.O_NOFOLLOW).catch(() => null);
  if (!handle) return false;
  try {
    const found = await handle.stat();
    const bits = found.isFile() ? setuid | setgid : found.isDirectory() ? setuid : 0;
    const held = `/proc/self/fd/${handle.fd}`;
    if ((found.mode & bits) === 0 || !(await readlink(held)).startsWith(`${root}/`)) return false;
    await chmod(held, found.mode & 0o7777 & ~bits);
    return true;
  } finally {
    await handle.close();
  }
}
