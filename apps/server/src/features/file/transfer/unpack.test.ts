import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yazl from 'yazl';
import { file } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

const outside = mkdtempSync(join(tmpdir(), 'groma-outside-'));
let server: TestServer;
let ann: Person;
let projectId: string;
let data: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  projectId = await ann.makeProject();
  data = await server.platform.files.folderOf(projectId as never);
});
afterAll(async () => {
  await server.close();
  rmSync(outside, { recursive: true });
});

/** A zip of names and contents; `mode` is that of Unix. */
function zipOf(entries: { name: string; content?: Buffer; mode?: number }[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, content = Buffer.from('x'), mode } of entries)
    zip.addBuffer(content, name, { ...(mode !== undefined && { mode }) });
  zip.end();
  return buffer(zip.outputStream as never);
}

/** The same zip with another name in it, of the same length: what the library would not write. */
const renamed = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
const unpack = (path: string) => ann.client.call(file.unpackFile, { params: { projectId }, body: { path } });

test('[FIL-073] a zip is unpacked into a new folder beside it, which appears whole', async () => {
  writeFileSync(
    join(data, 'all.zip'),
    await zipOf([
      { name: 'a.txt', content: Buffer.from('one') },
      { name: 'deep/er/ü.txt', content: Buffer.from('two') },
    ]),
  );
  expect((await unpack('/data/all.zip')).data).toMatchObject({ path: '/data/all', isDir: true });
  expect([
    readFileSync(join(data, 'all/a.txt'), 'utf8'),
    readFileSync(join(data, 'all/deep/er/ü.txt'), 'utf8'),
  ]).toEqual(['one', 'two']);
  expect((await unpack('/data/all.zip')).data.path).toBe('/data/all (2)');
  expect(readdirSync(join(data, '../incoming'))).toEqual([]);
});

test('[FIL-086] archives with links, ways out, bad names or lies in them are refused, and nothing of them stays', async () => {
  const bad: Record<string, [Buffer, RegExp]> = {
    link: [
      await zipOf([{ name: 'a', content: Buffer.from(outside), mode: 0o120_777 }, { name: 'a/evil.txt' }]),
      /"a" in it is a link/,
    ],
    up: [renamed(await zipOf([{ name: 'xx/evil.txt' }]), 'xx/evil.txt', '../evil.txt'), /invalid|leaves the folder/],
    absolute: [renamed(await zipOf([{ name: 'xtmp/evil' }]), 'xtmp/evil', '/tmp/evil'), /absolute|empty part/],
    drive: [renamed(await zipOf([{ name: 'cx/evil' }]), 'cx/evil', 'c:/evil'), /absolute|drive letter/],
    backslash: [renamed(await zipOf([{ name: 'xx/evil' }]), 'xx/evil', '..\\evil'), /invalid|leaves the folder/],
    reserved: [await zipOf([{ name: 'con.txt' }]), /reserved/],
    twins: [await zipOf([{ name: 'caf\u00e9.txt' }, { name: 'cafe\u0301.txt' }]), /twice/],
    bomb: [await zipOf([{ name: 'zeros', content: Buffer.alloc(64 * 1024 * 1024) }]), /thousand times/],
    nonsense: [Buffer.from('no zip at all'), /not a zip file/],
  };
  const before = readdirSync(data);
  for (const [name, [bytes, message]] of Object.entries(bad)) {
    writeFileSync(join(data, `${name}.zip`), bytes);
    await expect(unpack(`/data/${name}.zip`), name).rejects.toMatchObject({
      code: 'ARCHIVE_REFUSED',
      message: expect.stringMatching(message) as string,
    });
  }
  expect(readdirSync(data).toSorted()).toEqual(
    [...before, ...Object.keys(bad).map((name) => `${name}.zip`)].toSorted(),
  );
  expect([readdirSync(outside), existsSync('/tmp/evil'), readdirSync(join(data, '../incoming'))]).toEqual([
    [],
    false,
    [],
  ]);
});

test('[FIL-086] an entry that becomes more than it says is refused', async () => {
  const zip = await zipOf([{ name: 'lies.txt', content: Buffer.alloc(100_000, 'x') }]);
  // The length in the central directory and in the local header: 100000, little endian.
  const said = Buffer.from([0xa0, 0x86, 0x01, 0x00]).toString('latin1');
  writeFileSync(join(data, 'lies.zip'), renamed(zip, said, Buffer.from([0x10, 0, 0, 0]).toString('latin1')));
  await expect(unpack('/data/lies.zip')).rejects.toMatchObject({ code: 'ARCHIVE_REFUSED' });
  expect(existsSync(join(data, 'lies'))).toBe(false);
});

test('[FIL-086] what is no file is not unpacked, nor what is not there', async () => {
  symlinkSync(join(data, 'all.zip'), join(data, 'linked.zip'));
  await expect(unpack('/data/linked.zip')).rejects.toMatchObject({ code: 'BAD_PATH' });
  await expect(unpack('/data/gone.zip')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('[FIL-073] an archive may have any name, also that of the folder it is unpacked in', async () => {
  writeFileSync(join(data, 'unpacked'), await zipOf([{ name: 'a.txt' }]));
  expect((await unpack('/data/unpacked')).data.path).toBe('/data/unpacked unpacked');
});

test('[FIL-086] archives whose names contradict each other, lie too deep or are too many to hold are refused, saying so', async () => {
  const bad: Record<string, [Buffer, RegExp]> = {
    'file-and-folder': [await zipOf([{ name: 'a' }, { name: 'a/b' }]), /"a\/b"/],
    'folder-and-file': [await zipOf([{ name: 'a/b' }, { name: 'a' }]), /"a"/],
    deep: [await zipOf([{ name: `${'long-folder/'.repeat(400)}a` }]), /too long/],
    wordy: [await wordyZip(), /list of contents/],
  };
  for (const [name, [bytes, message]] of Object.entries(bad)) {
    writeFileSync(join(data, `${name}.zip`), bytes);
    await expect(unpack(`/data/${name}.zip`), name).rejects.toMatchObject({
      code: 'ARCHIVE_REFUSED',
      message: expect.stringMatching(message) as string,
    });
  }
});

test('an archive that was refused is not held open', async () => {
  writeFileSync(join(data, 'held.zip'), await zipOf([{ name: 'con.txt' }]));
  await expect(unpack('/data/held.zip')).rejects.toMatchObject({ code: 'ARCHIVE_REFUSED' });
  const open = readdirSync('/proc/self/fd').map((each) => {
    try {
      return readlinkSync(`/proc/self/fd/${each}`);
    } catch {
      return '';
    }
  });
  expect(open.filter((each) => each.includes('held.zip'))).toEqual([]);
});

/** Few files with remarks so long that their list alone is more than 64 MB. */
function wordyZip(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (let number = 0; number < 1_100; number++)
    zip.addBuffer(Buffer.from('x'), `${number}`, { fileComment: 'x'.repeat(65_000), compress: false } as never);
  zip.end();
  return buffer(zip.outputStream as never);
}
