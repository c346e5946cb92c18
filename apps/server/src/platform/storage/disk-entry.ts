import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises';
import { GromaError, type DataPath } from '@groma/model';
import { asFileError, linkRefused } from './file-error.ts';
import type { StoredFile } from './file-store.ts';
import type { OpenFolder } from './open-folder.ts';
import { contentKey } from './thread/entry.ts';
import type { FoundEntry } from './thread/storage-task.ts';

/** A file or folder as the store tells of it; undefined for anything else. */
export function asStored(path: DataPath, found: BigIntStats | undefined): StoredFile | undefined {
  if (!found?.isDirectory() && !found?.isFile()) return undefined;
  return {
    path,
    isDir: found.isDirectory(),
    bytes: Number(found.size),
    modifiedAt: new Date(Number(found.mtimeNs / 1_000_000n)),
    etag: etagOf(found),
  };
}

export function etagOf(found: BigIntStats): string {
  return `"${contentKey(found)}"`;
}

/** What a thread found, below a folder. */
export function fromThread(folder: DataPath, { name, isDir, bytes, modifiedMs, key, parts }: FoundEntry): StoredFile {
  return {
    path: `${folder}/${name}` as DataPath,
    isDir,
    bytes,
    modifiedAt: new Date(modifiedMs),
    etag: `"${key}"`,
    ...(parts && { parts }),
  };
}

export function look(path: string): Promise<BigIntStats> {
  return lstat(path, { bigint: true });
}

export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Moves a file or folder to a name that must be free. */
export function moveEntry(isDir: boolean, from: string, to: string): Promise<void> {
  return isDir ? moveFolder(from, to) : moveFile(from, to);
}

/** By two steps of which the first refuses a name that is taken; a kill between them leaves both names. */
async function moveFile(from: string, to: string): Promise<void> {
  await link(from, to);
  await unlink(from);
}

/** rename() replaces an empty folder only: the one made here, unless someone was quicker to fill it. */
async function moveFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  await rename(from, to).catch(async (error: unknown) => {
    await rmdir(to).catch(() => undefined);
    throw error;
  });
}

/**
 * Gives an entry a second name where no kernel can swap it, by a copy where the disk is another one. Whatever it is, it
 * is looked at there.
 */
export async function lendEntry(parent: OpenFolder, name: string, target: string, path: string): Promise<void> {
  try {
    await link(parent.entry(name), target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as { code?: string }).code ?? '')) throw asFileError(error, path);
    const handle = await parent.openFile(name).catch((failure: unknown) => {
      throw asFileError(failure, path);
    });
    if (!handle) throw (await parent.isLink(name)) ? linkRefused(path) : new GromaError('FILE_NOT_FOUND', { path });
    await copyFile(`/proc/self/fd/${handle.fd}`, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).finally(
      () => handle.close(),
    );
  }
}

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
