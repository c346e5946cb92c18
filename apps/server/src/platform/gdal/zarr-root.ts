import { access } from 'node:fs/promises';
import { join } from 'node:path';
import yauzl from 'yauzl';

/** Files and folders of a Zarr at most; a chunk is a file. */
export const mostZarrFiles = 20_000;
const marks = ['.zmetadata', '.zgroup', '.zarray'];
const mark = /^((?:.+\/)?)(\.zmetadata|\.zgroup|\.zarray|zarr\.json)$/;

/** Where Zarr begins in a folder or zip, and which version of it. */
interface ZarrRoot {
  /** The folder of a zip that holds all, with a slash before it; empty where the zip itself does. */
  inside: string;
  version: 2 | 3;
}

/**
 * Finds Zarr by the files that it begins with; null where there is none, or where it has more files than are read.
 * @throws Error for a damaged zip
 */
export function findZarrRoot(path: string): Promise<ZarrRoot | null> {
  return /\.zip$/i.test(path) ? rootInZip(path) : rootOfFolder(path);
}

async function rootOfFolder(path: string): Promise<ZarrRoot | null> {
  const isThere = (name: string) =>
    access(join(path, name)).then(
      () => true,
      () => false,
    );
  for (const name of marks) if (await isThere(name)) return { inside: '', version: 2 };
  return (await isThere('zarr.json')) ? { inside: '', version: 3 } : null;
}

/** A zip may hold the files of Zarr themselves, as programs write it, or their folder, as people pack it. */
function rootInZip(path: string): Promise<ZarrRoot | null> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      let found: ZarrRoot | null = null;
      zip.on('error', reject);
      zip.on('end', () => resolve(found));
      zip.on('entry', ({ fileName }: yauzl.Entry) => {
        const [, folder, name] = mark.exec(fileName) ?? [];
        const inside = folder ? `/${folder.slice(0, -1)}` : '';
        const version = name === 'zarr.json' ? 3 : 2;
        if (folder !== undefined && (found === null || inside.length < found.inside.length))
          found = { inside, version };
        zip.readEntry();
      });
      if (zip.entryCount > mostZarrFiles) {
        zip.close();
        resolve(null);
      } else zip.readEntry();
    });
  });
}
