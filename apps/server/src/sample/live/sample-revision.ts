import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const sampleFolder = join(import.meta.dirname, '..');

/** Tells the code and data of the sample from those of before: another text after each change of a file. */
export async function sampleRevision(folder = sampleFolder): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.toSorted()) {
    hash.update(`${relative(folder, path)}\0`);
    hash.update(await readFile(path));
  }
  return hash.digest('base64url').slice(0, 16);
}
