import { randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import type { OpenFolder } from './open-folder.ts';

/**
 * Deletes an entry of a folder with all that is in it. A kernel may still be inside and swap folders for links, so
 * nothing is reached by a path: a folder inside is moved up beside its parent first, then emptied by its handle.
 * That also takes any depth.
 */
export async function removeTree(folder: OpenFolder, name: string): Promise<void> {
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!(await lstat(folder.entry(next)).catch(() => undefined))?.isDirectory()) {
      await unlink(folder.entry(next)).catch(unlessGone);
      continue;
    }
    const inner = await folder.enter(next).catch(unlessGone);
    if (!inner) continue;
    try {
      // By their bytes: code can make names that are not text.
      for (const entry of await readdir(inner.self, { withFileTypes: true, encoding: 'buffer' })) {
        if (!entry.isDirectory()) {
          await unlink(inner.rawEntry(entry.name)).catch(unlessGone);
          continue;
        }
        const aside = randomUUID();
        await rename(inner.rawEntry(entry.name), folder.entry(aside)).catch(unlessGone);
        waiting.push(aside);
      }
    } finally {
      await inner.close();
    }
    await rmdir(folder.entry(next)).catch(unlessGone);
  }
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
