import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { file } from '@groma/protocol';
import { createLinkSigner } from './signed-link.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
let data: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
});
beforeEach(async () => {
  for (const { id } of ((await (await ann.fetch('/api/projects')).json()) as { data: { id: string }[] }).data)
    await ann.fetch(`/api/projects/${id}`, { method: 'DELETE' });
  projectId = await ann.makeProject();
  data = await server.platform.files.folderOf(projectId as never);
});
afterAll(() => server.close());

const put = (path: string, content: string | Uint8Array = path) => {
  mkdirSync(dirname(join(data, path)), { recursive: true });
  writeFileSync(join(data, path), content);
};
const signed = async (path: string) =>
  server.origin +
  (await ann.client.call(file.signedUrl, { params: { bucket: 'groma', projectId, path: path.slice(1) } })).signedUrl;
const choose = (paths: string[], person = ann) =>
  person.client.call(file.selectForZip, { params: { projectId }, body: { paths } });

/** Names and contents of a zip, read by another program's eyes. */
function readZip(bytes: Buffer): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure);
      zip
        .on('error', reject)
        .on('end', () => {
          resolve(found);
        })
        .on('entry', (entry: yauzl.Entry) => {
          if (entry.fileName.endsWith('/')) {
            found[entry.fileName] = '';
            zip.readEntry();
            return;
          }
          zip.openReadStream(entry, (error, stream) => {
            if (error) return reject(error);
            found[entry.fileName] = '';
            stream
              .on('data', (piece: Buffer) => {
                found[entry.fileName] += piece.toString();
              })
              .on('end', () => {
                zip.readEntry();
              });
          });
        });
      zip.readEntry();
    });
  });
}

test('[FIL-026] [FIL-027] ranges from both ends, what is known, what changed meanwhile, and a look without the bytes', async () => {
  put('a.txt', '0123456789');
  const link = await signed('/data/a.txt');
  const get = (headers: Record<string, string>, method = 'GET') => fetch(link, { method, headers });
  const etag = (await get({}, 'HEAD')).headers.get('etag')!;
  const seen = async (headers: Record<string, string>) => {
    const reply = await get(headers);
    return [reply.status, await reply.text(), reply.headers.get('content-range')];
  };
  expect(await seen({ range: 'bytes=-3' })).toEqual([206, '789', 'bytes 7-9/10']);
  expect(await seen({ range: 'bytes=8-' })).toEqual([206, '89', 'bytes 8-9/10']);
  expect(await seen({ range: 'bytes=8-99' })).toEqual([206, '89', 'bytes 8-9/10']);
  expect(await seen({ range: 'bytes=10-' })).toEqual([416, '', 'bytes */10']);
  // Several ranges at once may be answered with the whole.
  expect(await seen({ range: 'bytes=0-1,4-5' })).toEqual([200, '0123456789', null]);
  expect(await seen({ range: 'bytes=0-1', 'if-range': etag })).toEqual([206, '01', 'bytes 0-1/10']);
  expect(await seen({ range: 'bytes=0-1', 'if-range': '"other"' })).toEqual([200, '0123456789', null]);
  for (const known of [etag, `"x", W/${etag}`, '*'])
    expect([known, (await get({ 'if-none-match': known })).status]).toEqual([known, 304]);
  const head = await get({}, 'HEAD');
  expect([
    head.status,
    head.headers.get('content-length'),
    head.headers.get('accept-ranges'),
    await head.text(),
  ]).toEqual([200, '10', 'bytes', '']);
  put('a.txt', 'abcdefghij');
  expect((await get({ 'if-none-match': etag })).status).toBe(200);
});

test('[FIL-026] [FIL-027] pages and pictures that carry scripts come as what they are, and can do nothing', async () => {
  const evil: Record<string, [string, string]> = {
    'page.html': ['<script>top.stolen = 1</script>', 'text/html; charset=utf-8'],
    'picture.svg': ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    'page.xhtml': ['<html xmlns="http://www.w3.org/1999/xhtml"/>', 'application/xhtml+xml'],
    'picture.png': ['<script>alert(1)</script>', 'image/png'],
  };
  for (const [name, [content, type]] of Object.entries(evil)) {
    put(name, content);
    const reply = await fetch(await signed(`/data/${name}`));
    expect([name, reply.headers.get('content-type')]).toEqual([name, type]);
    const policy = reply.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox; default-src 'none'/);
    expect(policy).not.toMatch(/script-src|allow-/);
    expect([reply.headers.get('x-content-type-options'), reply.headers.get('cross-origin-resource-policy')]).toEqual([
      'nosniff',
      'same-origin',
    ]);
  }
});

test('[FIL-024] [FIL-028] a link takes the right to download where it is for saving, and is bound to method, path, project, person and time', async () => {
  put('a b/é+&?.txt', 'x');
  const link = await signed('/data/a b/é+&?.txt');
  expect((await fetch(link)).status).toBe(200);
  expect((await fetch(`${link}&download=1`)).headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''%C3%A9%2B%26%3F.txt",
  );
  const viewer = await server.signUp();
  await server.share(ann, projectId, viewer, 'PROJECT_VIEWER');
  const own =
    server.origin +
    (await viewer.client.call(file.signedUrl, { params: { bucket: 'groma', projectId, path: 'data/a b/é+&?.txt' } }))
      .signedUrl;
  expect([(await fetch(own)).status, (await fetch(`${own}&download=1`)).status]).toEqual([200, 403]);
  expect((await fetch(own.replace(viewer.id, ann.id))).status).toBe(403);
  expect((await fetch(own.replace('/groma/', '/groma-temp/'))).status).toBe(403);
  const other = await ann.makeProject('other');
  expect((await fetch(link.replace(projectId, other))).status).toBe(403);
  const expires = Number(new URL(link).searchParams.get('expires'));
  expect(expires - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  await expect(
    ann.client.call(file.signedUrl, { params: { bucket: 'planetgpt' as never, projectId, path: 'data/a' } }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('[FIL-021] [FIL-023] several files and folders come as one zip, whose length is told before', async () => {
  put('folder/a.txt', 'one');
  put('folder/deep/ünicode 水.txt', 'two');
  put('b.txt', 'three');
  mkdirSync(join(data, 'folder/empty'));
  symlinkSync('/etc/passwd', join(data, 'folder/passwd'));
  const { zipUrl, name, bytes, files } = await choose(['/data/folder', '/data/b.txt', '/data/b.txt']);
  expect([name, files]).toEqual(['files.zip', 3]);
  const reply = await ann.fetch(zipUrl);
  const zip = Buffer.from(await reply.arrayBuffer());
  expect([Number(reply.headers.get('x-total-size')), Number(reply.headers.get('content-length')), zip.length]).toEqual([
    bytes,
    bytes,
    bytes,
  ]);
  expect([reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
    'application/zip',
    "attachment; filename*=UTF-8''files.zip",
  ]);
  expect(await readZip(zip)).toEqual({
    'folder/a.txt': 'one',
    'folder/deep/ünicode 水.txt': 'two',
    'folder/empty/': '',
    'b.txt': 'three',
  });
  expect((await choose(['/data/folder/deep'])).name).toBe('deep.zip');
  await expect(choose(['/data/gone'])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('[FIL-021] things of one name get numbers, and all of a project comes without /data', async () => {
  put('a/x.txt', '1');
  put('b/x.txt', '2');
  const take = async (paths: string[]) =>
    readZip(Buffer.from(await (await ann.fetch((await choose(paths)).zipUrl)).arrayBuffer()));
  expect(await take(['/data/a/x.txt', '/data/b/x.txt'])).toEqual({ 'x.txt': '1', 'x (2).txt': '2' });
  expect(await take(['/data'])).toEqual({ 'a/x.txt': '1', 'b/x.txt': '2' });
});

test('[FIL-023] a selection is for the one who made it, in its project, and the zip is of the files as they are then', async () => {
  put('a.bin', Buffer.alloc(3_000_000));
  const { zipUrl } = await choose(['/data/a.bin']);
  const editor = await server.signUp();
  await server.share(ann, projectId, editor, 'PROJECT_EDITOR');
  expect((await editor.fetch(zipUrl)).status).toBe(404);
  const other = await ann.makeProject('other');
  expect((await ann.fetch(zipUrl.replace(projectId, other))).status).toBe(404);
  const viewer = await server.signUp();
  await server.share(ann, projectId, viewer, 'PROJECT_VIEWER');
  await expect(choose(['/data/a.bin'], viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  truncateSync(join(data, 'a.bin'), 1_000);
  expect((await ann.fetch(zipUrl)).headers.get('x-total-size')).toBe('1142');
});

test('[FIL-021] a folder of more than 1,000 files comes whole; a file that goes, shrinks or grows on the way breaks the zip off', async () => {
  for (let index = 0; index <= 1_001; index++) put(`many/${index}.txt`, `${index}`);
  const whole = await choose(['/data/many']);
  const zip = Buffer.from(await (await ann.fetch(whole.zipUrl)).arrayBuffer());
  expect([zip.length, Object.keys(await readZip(zip)).length]).toEqual([whole.bytes, 1_002]);
  const changes: Record<string, (path: string) => void> = {
    goes: (path) => {
      rmSync(path);
    },
    shrinks: (path) => {
      truncateSync(path, 10);
    },
    grows: (path) => {
      appendFileSync(path, 'more');
    },
    'is written anew': (path) => {
      writeFileSync(path, Buffer.alloc(1_000));
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    put('two/a.bin', new Uint8Array(32 * 1024 * 1024));
    put('two/b.bin', new Uint8Array(2_000));
    const reply = await ann.fetch((await choose(['/data/two/a.bin', '/data/two/b.bin'])).zipUrl);
    const reader = reply.body!.getReader();
    await reader.read();
    change(join(data, 'two/b.bin'));
    const rest = (async () => {
      while (!(await reader.read()).done);
    })();
    await expect(rest, name).rejects.toThrow('terminated');
  }
});

test('[FIL-023] [FIL-086] what code named like a drive comes in a zip under a name that unpacks in its place', async () => {
  put('c:evil.txt', 'one');
  put('folder/d:deep.txt', 'two');
  const { zipUrl } = await choose(['/data/c:evil.txt', '/data/folder']);
  expect(await readZip(Buffer.from(await (await ann.fetch(zipUrl)).arrayBuffer()))).toEqual({
    'c_evil.txt': 'one',
    'folder/d:deep.txt': 'two',
  });
});

test('[FIL-021] a zip whose reader goes away leaves no file open', async () => {
  put('large.bin', new Uint8Array(64 * 1024 * 1024));
  const { zipUrl } = await choose(['/data/large.bin', '/data']);
  const held = () =>
    readdirSync('/proc/self/fd')
      .flatMap((each) => {
        try {
          return readlinkSync(`/proc/self/fd/${each}`);
        } catch {
          return [];
        }
      })
      .filter((each) => each.endsWith('large.bin'));
  for (let time = 0; time < 3; time++) {
    const aborter = new AbortController();
    const reply = await fetch(server.origin + zipUrl, { headers: { cookie: ann.cookie }, signal: aborter.signal });
    await reply.body!.getReader().read();
    await expect.poll(() => held().length).toBeGreaterThan(0);
    aborter.abort();
    await expect.poll(held, { timeout: 5_000 }).toEqual([]);
  }
});

test('[FIL-024] what stands before a line end in a path is no other path, whoever the link then says it is for', () => {
  const links = createLinkSigner('secret');
  const subject = { bucket: 'groma', projectId: 'p', path: '/data/a\nb', userId: 'u' };
  const query = new URL(links.sign(subject), 'http://x').searchParams;
  expect(() =>
    links.check({ ...subject, path: '/data/a', userId: 'b\nu' }, Number(query.get('expires')), query.get('signature')!),
  ).toThrow('link');
  expect(() => links.check(subject, Number(query.get('expires')), query.get('signature')!)).not.toThrow();
});

test('[FIL-026] a script of the project is text to the browser: no page of the application runs it', async () => {
  for (const name of ['a.js', 'a.mjs', 'a.ecma', 'A.JS']) {
    put(name, 'alert(1)');
    expect([name, (await fetch(await signed(`/data/${name}`))).headers.get('content-type')]).toEqual([
      name,
      'text/plain; charset=utf-8',
    ]);
  }
});
