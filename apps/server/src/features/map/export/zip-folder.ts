import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Packs the files of a folder into a zip. */
export async function zipFolder(folder: string, path: string): Promise<void> {
  const zip = new ZipFile();
  // A file that cannot be read is told to the zip alone, whose output would wait for it.
  zip.on('error', (error: Error) => {
    (zip.outputStream as Readable).destroy(error);
  });
  for (const name of (await readdir(folder)).sort()) zip.addFile(join(folder, name), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx' }));
}
