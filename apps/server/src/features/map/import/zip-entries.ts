import type { Readable } from 'node:stream';
import { fileExtension } from '@groma/geo';
import yauzl from 'yauzl';
import { ImportError } from './import-error.ts';
import type { ReadRequest } from './imported-layer.ts';

/** Things in an archive, and what they may become together: an archive of a few bytes must not fill the disk. */
export const most = { entries: 10_000, bytes: 8 * 1024 ** 3, growth: 1_000 };

/** Opens an archive; the caller closes it. @throws ImportError */
export function openZip(path: string, fileName: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(new ImportError('unreadable', fileName, error.message));
      else resolve(zip);
    });
  });
}

/** The list of an archive, which is looked at before anything of it is unpacked. */
export function entriesOf(zip: yauzl.ZipFile, fileName: string): Promise<yauzl.Entry[]> {
  if (zip.entryCount > most.entries)
    throw new ImportError('unreadable', fileName, `it holds more than ${most.entries} files`);
  return new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** What an entry holds, unpacked. @throws ImportError for one that is locked. */
export function contentOf(zip: yauzl.ZipFile, entry: yauzl.Entry, fileName: string): Promise<Readable> {
  if ((entry.generalPurposeBitFlag & 1) !== 0)
    throw new ImportError('unreadable', fileName, 'it is locked by a password');
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });
}

/** The content of the entries with an extension, one after the other. @throws ImportError */
export async function* readZipped(
  { sourcePath, fileName, signal }: Pick<ReadRequest, 'sourcePath' | 'fileName' | 'signal'>,
  extension: string,
): AsyncGenerator<Buffer> {
  const zip = await openZip(sourcePath, fileName);
  try {
    const entries = (await entriesOf(zip, fileName)).filter((entry) => fileExtension(entry.fileName) === extension);
    let bytes = 0;
    for (const entry of entries) {
      // oxlint-disable-next-line no-await-in-loop
      for await (const piece of (await contentOf(zip, entry, fileName)) as AsyncIterable<Buffer>) {
        signal.throwIfAborted();
        bytes += piece.length;
        if (bytes > Math.min(most.bytes, zip.fileSize * most.growth)) throw new ImportError('too-complex', fileName);
        yield piece;
      }
    }
  } finally {
    zip.close();
  }
}
