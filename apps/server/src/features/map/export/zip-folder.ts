import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Packs the files of a folder into a zip. */
export async function zipFolder(folder: string, path: string): Promise<void> {
  const zip = new ZipFile();
  for (const name of (await readdir(folder)).sort()) zip.addFile(join(folder, name), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx' }));
}
