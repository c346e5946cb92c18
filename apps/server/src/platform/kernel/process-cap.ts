import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { foldersLeftBehind } from './run-folder.ts';

/** A control group of Linux that holds at most a number of tasks. */
export interface ProcessCap {
  /** Who writes its process id here is a member, with all that it starts. */
  joinFile: string;
  /** Removes the group once its members have ended. */
  remove(): Promise<void>;
}

/**
 * Makes a control group with at most `tasks` processes and threads, or null where this user may not make one. It is
 * needed for a server that runs as root: Linux exempts root from the limit of processes that others have (`prlimit`).
 *
 * @param runFolder the kernel's own folder, whose name the group gets
 */
export async function createProcessCap(runFolder: string, tasks: number): Promise<ProcessCap | null> {
  if (process.getuid?.() !== 0) return null;
  for (const parent of await possibleParents()) {
    for (const left of await foldersLeftBehind(parent)) await rmdir(left).catch(() => {});
    const folder = join(parent, basename(runFolder));
    try {
      await mkdir(folder);
      await writeFile(join(folder, 'pids.max'), String(tasks));
      return { joinFile: join(folder, 'cgroup.procs'), remove: () => removeGroup(folder) };
    } catch {
      await removeGroup(folder);
    }
  }
  return null;
}

/** Below our own group where each controller has a tree (version 1); else below the root of the one tree (version 2). */
async function possibleParents(): Promise<string[]> {
  const lines = (await readFile('/proc/self/cgroup', 'utf8').catch(() => '')).split('\n');
  const own = lines.map((line) => /^\d+:pids:(.*)$/.exec(line)?.[1]).find((path) => path !== undefined);
  return own === undefined ? ['/sys/fs/cgroup'] : [join('/sys/fs/cgroup/pids', own)];
}

async function removeGroup(folder: string): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    const code = await rmdir(folder).then(() => null, (error: NodeJS.ErrnoException) => error.code);
    if (code !== 'EBUSY') return;
    await sleep(50);
  }
}
