import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CopyOptions } from './file-store.ts';
import type { OpenFolder } from './open-folder.ts';
import { syncFile } from './disk-entry.ts';

/** Bytes above which a copy can be stopped in the middle of a file. */
const smallBytes = 16 * 1024 * 1024;

/** Copies a file held open to a new path, by sharing its blocks where the disk can. */
export async function copyOpenFile(
  handle: FileHandle,
  target: string,
  { signal, onBytes }: CopyOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  const { size } = await handle.stat();
  const own = `/proc/self/fd/${handle.fd}`;
  const isShared = await copyFile(own, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  );
  if (!isShared && size <= smallBytes) await copyFile(own, target);
  if (isShared || size <= smallBytes) {
    await syncFile(target);
    onBytes?.(size);
    return;
  }
  // What code adds meanwhile is not of the copy, which would never end.
  const source = handle.createReadStream({ start: 0, end: size - 1, autoClose: false, highWaterMark: 1024 * 1024 });
  source.on('data', (piece) => {
    onBytes?.(piece.length);
  });
  await pipeline(source, createWriteStream(target, { flush: true }), {
    signal: signal ?? new AbortController().signal,
  });
}

/**
 * Copies what is in a folder held open into an empty folder that only the server sees. Links, pipes and the like are
 * left out.
 */
export async function copyOpenFolder(folder: OpenFolder, target: string, options: CopyOptions = {}): Promise<void> {
  for (const entry of await readdir(folder.self, { withFileTypes: true })) {
    options.signal?.throwIfAborted();
    if (entry.isDirectory()) {
      const inner = await folder.enter(entry.name).catch(() => undefined);
      if (!inner) continue;
      await mkdir(join(target, entry.name));
      await copyOpenFolder(inner, join(target, entry.name), options).finally(() => inner.close());
    } else if (entry.isFile()) {
      const handle = await folder.openFile(entry.name).catch(() => null);
      if (handle) await copyOpenFile(handle, join(target, entry.name), options).finally(() => handle.close());
    }
  }
  await syncFile(target);
}
