import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** What install.py says of a set that it has made. `python` is the version that it is for, such as `3.11`. */
const setDescription = z.object({
  python: z.string(),
  packages: z.array(z.object({ name: z.string(), version: z.string(), isRequested: z.boolean() })),
});
export type SetDescription = z.output<typeof setDescription>;

const noPackages: SetDescription = { python: '', packages: [] };

/**
 * The folder of a project's packages has sets, each a virtual environment that is never changed once it is there, and a
 * link to the one that counts. Kernels see the folder, so that they see the next set as soon as the link leads to it.
 */
const current = 'current';
const sets = 'sets';
const mostDescription = 1024 * 1024;
const copyTries = 3;

/** The name of the set that counts; null where there is none. */
export async function currentSet(folder: string): Promise<string | null> {
  const target = await readlink(join(folder, current)).catch(() => null);
  return target === null ? null : basename(target);
}

export function setFolder(folder: string, set: string): string {
  return join(folder, sets, set);
}

/** What is in the set that counts. */
export async function describeSet(folder: string): Promise<SetDescription> {
  const set = await currentSet(folder);
  if (set === null) return noPackages;
  const text = await readDescription(join(setFolder(folder, set), 'set.json')).catch(() => null);
  const described = text === null ? null : setDescription.safeParse(parsed(text));
  return described?.data ?? noPackages;
}

/** Code of packages ran where this file was made, so that it may be a link, or endless. */
async function readDescription(path: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(mostDescription), 0, mostDescription, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Puts a new set, which is on the same disk, in its place. It does not count yet, and may be there already. */
export async function addSet(folder: string, set: string, made: string): Promise<void> {
  await mkdir(join(folder, sets), { recursive: true });
  await rm(setFolder(folder, set), { recursive: true, force: true });
  await rename(made, setFolder(folder, set));
  // All of it is on the disk before anything leads to it.
  await run('sync', ['-f', setFolder(folder, set)]);
}

/** Has a set count from now on, at once for everybody, and deletes all others. @throws where the set is gone. */
export async function switchTo(folder: string, set: string): Promise<void> {
  const link = join(folder, `.${randomUUID()}`);
  await symlink(`${sets}/${set}`, link);
  // A link to nothing would take all packages away.
  await access(setFolder(folder, set));
  await rename(link, join(folder, current));
  await run('sync', ['-f', folder]);
  await removeOthers(folder);
}

/** Deletes what a kill left, and sets that no longer count. */
export async function removeOthers(folder: string): Promise<void> {
  const kept = await currentSet(folder);
  for (const name of await readdir(join(folder, sets)).catch(() => []))
    if (name !== kept) await rm(setFolder(folder, name), { recursive: true, force: true }).catch(() => undefined);
  for (const name of await readdir(folder)) if (name.startsWith('.')) await rm(join(folder, name), { force: true });
}

/**
 * Gives a new project the packages of another. Sets never change, so the files of the copy are second names of those of
 * the original; caches and logs stay behind.
 */
export async function copySet(from: string, to: string, signal: AbortSignal): Promise<void> {
  for (let left = copyTries; ; left -= 1) {
    signal.throwIfAborted();
    const set = await currentSet(from);
    if (set === null) return;
    await rm(join(to, sets), { recursive: true, force: true });
    await mkdir(join(to, sets), { recursive: true });
    try {
      await run('cp', ['-a', '--link', setFolder(from, set), join(to, sets)], { signal });
      await switchTo(to, set);
      return;
    } catch (error) {
      // Another set has taken its place meanwhile.
      if (left === 1 || (await currentSet(from)) === set) throw error;
    }
  }
}
