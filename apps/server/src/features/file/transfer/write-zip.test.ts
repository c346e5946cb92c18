import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { writeZip, zipBytes, type ZipSource } from './write-zip.ts';

const modifiedAt = new Date('2026-05-01T10:20:31Z');
async function* content(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
const fileOf = (name: string, text: string, bytes = Buffer.byteLength(text)): ZipSource => ({
  name,
  bytes,
  modifiedAt,
  read: () => content(text),
});
const folderOf = (name: string): ZipSource => ({ name: `${name}/`, bytes: 0, modifiedAt });

async function zipOf(sources: ZipSource[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(sources)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Names and sizes by another program's eyes, which compares the directory with the end. */
function listed(zip: Buffer): Promise<{ name: string; bytes: number; time: number }[]> {
  const found: { name: string; bytes: number; time: number }[] = [];
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(zip, { lazyEntries: true }, (error, opened) => {
      if (error) return reject(error);
      opened
        .on('error', reject)
        .on('end', () => {
          resolve(found);
        })
        .on('entry', (entry: yauzl.Entry) => {
          found.push({ name: entry.fileName, bytes: entry.uncompressedSize, time: entry.getLastModDate().getTime() });
          opened.readEntry();
        });
      opened.readEntry();
    });
  });
}

test('[FIL-021] the length of a zip is known before, whatever the number of its files', async () => {
  for (const count of [0, 1, 999, 1_000, 1_001, 65_534, 65_535, 66_000]) {
    const sources = Array.from({ length: count }, (_each, index) =>
      fileOf(`folder/a file of some length ${index}.txt`, `${index}`),
    );
    const zip = await zipOf(sources);
    expect([count, zip.length]).toEqual([count, zipBytes(sources)]);
    expect((await listed(zip)).map(({ name }) => name)).toEqual(sources.map(({ name }) => name));
  }
});

test('[FIL-021] names of any script, folders and times come through a zip', async () => {
  const sources = [
    folderOf('empty'),
    fileOf('ünicode 水/😀.txt', 'two'),
    fileOf('nothing.txt', ''),
    folderOf('水/leer'),
  ];
  const zip = await zipOf(sources);
  expect(zip).toHaveLength(zipBytes(sources));
  expect(await listed(zip)).toEqual(
    [
      ['empty/', 0],
      ['ünicode 水/😀.txt', 3],
      ['nothing.txt', 0],
      ['水/leer/', 0],
    ].map(([name, bytes]) => ({ name, bytes, time: modifiedAt.getTime() })),
  );
});

test('[FIL-021] sizes and places beyond 4 GB have room in the directory', () => {
  const gigabytes = 2 ** 30;
  const sources = [fileOf('large', '', 5 * gigabytes), fileOf('behind', '', 10)];
  // Local headers, contents and descriptors; the directory, with three and one number of eight bytes; the ends of both
  // formats.
  const [large, behind] = [30 + 5 + 9 + 20 + 5 * gigabytes + 24, 30 + 6 + 9 + 10 + 16];
  expect(zipBytes(sources)).toBe(large + behind + (46 + 5 + 9 + 4 + 16) + (46 + 6 + 9 + 4 + 8) + 56 + 20 + 22);
});

test('[FIL-021] a file with fewer or more bytes than were promised fails the zip', async () => {
  await expect(zipOf([fileOf('shrunk', 'ab', 3)])).rejects.toThrow('shrunk has 2 bytes now where it had 3.');
  await expect(zipOf([fileOf('grown', 'abcd', 3)])).rejects.toThrow('grown has 4 bytes now where it had 3.');
});
