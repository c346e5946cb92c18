import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limit } from '@groma/model';
import { file } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { clearHalves, sweepFilesJobOf } from './sweep-files-job.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
});
beforeEach(async () => {
  for (const { id } of ((await (await ann.fetch('/api/projects')).json()) as { data: { id: string }[] }).data)
    await ann.fetch(`/api/projects/${id}`, { method: 'DELETE' });
  projectId = await ann.makeProject();
});
afterAll(() => server.close());

function upload(entries: Record<string, string | Uint8Array<ArrayBuffer>>, query = ''): Promise<Response> {
  const form = new FormData();
  for (const [path, content] of Object.entries(entries)) {
    form.append('filePaths', path);
    form.append('files', new Blob([content]), 'name');
  }
  return ann.fetch(`/api/gcs/projects/${projectId}/files${query}`, { method: 'POST', body: form });
}

const list = async (path = '/data') =>
  (await ann.client.call(file.listFiles, { params: { projectId }, query: { path } })).data;
/** A link signed for a plain file, in whose place something else is put afterwards. */
async function signedAsFile(path: string): Promise<string> {
  const real = join(await server.platform.files.folderOf(projectId as never), path.slice('/data/'.length));
  renameSync(real, `${real}-aside`);
  writeFileSync(real, 'x');
  const link = await signed(path);
  renameSync(`${real}-aside`, real);
  return link;
}

const signed = async (path: string) =>
  (await ann.client.call(file.signedUrl, { params: { bucket: 'groma', projectId, path: path.slice(1) } })).signedUrl;

test('[FIL-019] [FIL-003] [FIL-006] a form uploads files into folders, and they are listed with sizes', async () => {
  const reply = await upload({ '/data/a.txt': 'x'.repeat(1536), '/data/deep/er/b.txt': 'b' });
  expect(reply.status).toBe(200);
  expect((await list()).map(({ path, isDir, size }) => [path, isDir, size])).toEqual([
    ['/data/deep', true, null],
    ['/data/a.txt', false, '1.5 KB'],
  ]);
  expect((await list('/data/deep/er'))[0]).toMatchObject({ path: '/data/deep/er/b.txt', bytes: 1 });
});

test('[FIL-020] [FIL-028] existence answers for names with spaces, slashes and other scripts', async () => {
  await upload({ '/data/Gaues ñ/水 1.txt': 'x' });
  const exists = async (path: string) =>
    (await ann.client.call(file.fileExistence, { params: { projectId, path } })).exists;
  expect(await exists('/data/Gaues ñ/水 1.txt')).toBe(true);
  expect(await exists('data/Gaues ñ/水 1.txt')).toBe(true);
  expect(await exists('/data/other.txt')).toBe(false);
});

test('[FIL-024] [FIL-026] a signed link gives the bytes, whole and by range, and nothing that could run', async () => {
  await upload({ '/data/page.html': '<script>alert(1)</script>' });
  const link = await signed('/data/page.html');
  const whole = await fetch(server.origin + link);
  expect(await whole.text()).toBe('<script>alert(1)</script>');
  expect(whole.headers.get('content-security-policy')).toMatch(/^sandbox/);
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
  const part = await fetch(server.origin + link, { headers: { range: 'bytes=1-6' } });
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'script', 'bytes 1-6/25']);
  expect((await fetch(server.origin + link, { headers: { range: 'bytes=99-' } })).status).toBe(416);
  const again = await fetch(server.origin + link, { headers: { 'if-none-match': whole.headers.get('etag')! } });
  expect(again.status).toBe(304);
});

test('[FIL-024] a signed link is for one path, and dies with the role of its maker', async () => {
  await upload({ '/data/a.txt': 'a', '/data/b.txt': 'b' });
  const link = await signed('/data/a.txt');
  expect((await fetch(server.origin + link.replace('a.txt', 'b.txt'))).status).toBe(403);
  expect((await fetch(server.origin + link.replace(/expires=\d+/, `expires=${Date.now() + 60_000}`))).status).toBe(403);
  const ben = await server.signUp();
  await server.share(ann, projectId, ben, 'PROJECT_VIEWER');
  const own = (await ben.client.call(file.signedUrl, { params: { bucket: 'groma', projectId, path: 'data/a.txt' } }))
    .signedUrl;
  expect((await fetch(server.origin + own)).status).toBe(200);
  await ann.fetch(`/api/projects/${projectId}/shares/${ben.id}`, { method: 'DELETE' });
  expect((await fetch(server.origin + own)).status).toBe(404);
});

test('[FIL-086] paths outside /data are refused, naming the path, and nothing is written', async () => {
  for (const path of [
    '/etc/passwd',
    '/data/../x',
    '/data/a/../../x',
    'data/x',
    '/data//x',
    '/data/a\0b',
    '/data/con.txt',
    '/data/a\\b',
    `/data/${'n'.repeat(256)}`,
    '/data/dot.',
  ]) {
    const reply = await upload({ [path]: 'x' });
    expect([path, reply.status, ((await reply.json()) as { code: string }).code]).toEqual([path, 400, 'BAD_PATH']);
  }
  expect(await list()).toEqual([]);
});

test('[FIL-019] [FIL-073] an existing file is replaced only when asked, and is then in the trash', async () => {
  await upload({ '/data/a.txt': 'one' });
  expect((await upload({ '/data/a.txt': 'two' })).status).toBe(409);
  expect(await (await fetch(server.origin + (await signed('/data/a.txt')))).text()).toBe('one');
  expect((await upload({ '/data/a.txt': 'two' }, '?replace=true')).status).toBe(200);
  expect(await (await fetch(server.origin + (await signed('/data/a.txt')))).text()).toBe('two');
  const { data } = await ann.client.call(file.listTrash, { params: { projectId } });
  expect(data.map(({ path, bytes, deletedBy }) => [path, bytes, deletedBy])).toEqual([
    ['/data/a.txt', 3, ann.username],
  ]);
});

test('[FIL-086] a link made by code does not lead out of the project', async () => {
  const folder = await server.platform.files.folderOf(projectId as never);
  symlinkSync('/etc', join(folder, 'etc'));
  for (const path of ['/data/etc/passwd', '/data/etc']) {
    await expect(signed(path)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(list('/data/etc')).rejects.toMatchObject({ code: 'BAD_PATH' });
    await expect(
      ann.client.call(file.moveFile, { params: { projectId }, body: { from: path, to: '/data/mine' } }),
    ).rejects.toMatchObject({ code: 'BAD_PATH' });
  }
  symlinkSync('/etc/passwd', join(folder, 'passwd'));
  expect((await fetch(server.origin + (await signedAsFile('/data/passwd')))).status).toBe(400);
  expect(await list()).toEqual([]);
  expect((await upload({ '/data/etc/groma-was-here': 'x' })).status).toBe(400);
});

test('[FIL-073] files are moved and deleted, and a name that is taken is refused', async () => {
  await upload({ '/data/a.txt': 'a', '/data/b.txt': 'b' });
  await expect(
    ann.client.call(file.moveFile, { params: { projectId }, body: { from: '/data/a.txt', to: '/data/b.txt' } }),
  ).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  await ann.client.call(file.moveFile, { params: { projectId }, body: { from: '/data/a.txt', to: '/data/c/a.txt' } });
  await ann.client.call(file.deleteFile, { params: { projectId }, query: { path: '/data/b.txt' } });
  expect((await list()).map(({ path }) => path)).toEqual(['/data/c']);
  await expect(
    ann.client.call(file.deleteFile, { params: { projectId }, query: { path: '/data/b.txt' } }),
  ).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('[FIL-007] a form above its limit is refused and leaves nothing', async () => {
  const reply = await upload({ '/data/big.bin': new Uint8Array(16 * 1024 * 1024) });
  expect(reply.status).toBe(413);
  expect(await list()).toEqual([]);
});

test('[FIL-007] a file too large for a form does not take the place of the one that is there', async () => {
  await upload({ '/data/kept.bin': 'kept' });
  const reply = await upload({ '/data/kept.bin': new Uint8Array(limit.formUploadBytes + 100) }, '?replace=true');
  expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([413, 'TOO_LARGE']);
  expect(await (await fetch(server.origin + (await signed('/data/kept.bin')))).text()).toBe('kept');
});

/** Asks for a link over a plain socket; `change` is done when the head is there and nothing more is taken. */
async function answerOf(
  link: string,
  change: () => void,
): Promise<{ promised: number; received: number; tail: string; isCut: boolean }> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${link} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
  const pieces: Buffer[] = [];
  let isCut = false;
  let last = Date.now();
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isCut = true;
  });
  await new Promise<void>((resolve) => {
    socket.once('data', () => {
      socket.pause();
      setTimeout(() => {
        change();
        socket.resume();
        resolve();
      }, 200);
    });
    socket.on('data', (piece: Buffer) => {
      last = Date.now();
      pieces.push(piece);
    });
  });
  await expect.poll(() => isCut || Date.now() - last > 500, { timeout: 10_000 }).toBe(true);
  socket.destroy();
  const whole = Buffer.concat(pieces);
  const head = whole.subarray(0, whole.indexOf('\r\n\r\n') + 4);
  return {
    promised: Number(/content-length: (\d+)/i.exec(head.toString())![1]),
    received: whole.length - head.length,
    tail: whole.subarray(-20).toString(),
    isCut,
  };
}

test('[FIL-026] a file that grows while it is sent gives what was promised, and one that shrinks cuts the connection', async () => {
  const folder = await server.platform.files.folderOf(projectId as never);
  const bytes = 60_000_000;
  writeFileSync(join(folder, 'grows'), Buffer.alloc(bytes, 'B'));
  const grown = await answerOf(await signed('/data/grows'), () =>
    appendFileSync(join(folder, 'grows'), 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nEVIL!'),
  );
  expect(grown).toEqual({ promised: bytes, received: bytes, tail: 'B'.repeat(20), isCut: false });
  writeFileSync(join(folder, 'shrinks'), Buffer.alloc(bytes, 'B'));
  const shrunk = await answerOf(await signed('/data/shrinks'), () => truncateSync(join(folder, 'shrinks'), 1_000));
  expect(shrunk.isCut).toBe(true);
  expect(shrunk.received).toBeLessThan(bytes);
});

test('[FIL-026] a file without a byte is sent', async () => {
  await upload({ '/data/empty.txt': '' });
  const reply = await fetch(server.origin + (await signed('/data/empty.txt')));
  expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '0', '']);
});

test('[FIL-072] a viewer reads and may not upload, move or delete', async () => {
  await upload({ '/data/a.txt': 'a' });
  const ben = await server.signUp();
  await server.share(ann, projectId, ben, 'PROJECT_VIEWER');
  expect((await ben.client.call(file.listFiles, { params: { projectId } })).data).toHaveLength(1);
  await expect(
    ben.client.call(file.deleteFile, { params: { projectId }, query: { path: '/data/a.txt' } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const form = new FormData();
  form.append('files', new Blob(['x']), 'x.txt');
  expect((await ben.fetch(`/api/gcs/projects/${projectId}/files`, { method: 'POST', body: form })).status).toBe(403);
});

test('[FIL-014] [FIL-015] [FIL-016] [FIL-017] [FIL-018] a file comes in chunks, goes on after a cut and appears only when whole', async () => {
  const body = new Uint8Array(10_000).map((_, i) => i % 251);
  const { uploadSessionUri } = await ann.client.call(file.openUpload, {
    params: { projectId },
    body: { filePath: '/data/big/file.bin' },
  });
  const put = (range: string, content?: Uint8Array<ArrayBuffer>) =>
    ann.fetch(uploadSessionUri, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'content-range': range },
      ...(content && { body: content }),
    });
  const first = await put('bytes 0-3999/10000', body.slice(0, 4000));
  expect([first.status, first.headers.get('range')]).toEqual([308, 'bytes=0-3999']);
  expect((await put('bytes 5000-9999/10000', body.slice(5000))).headers.get('range')).toBe('bytes=0-3999');
  expect((await put('bytes 4000-4099/10000', body.slice(4000, 4200))).status).toBe(400);
  expect((await put('bytes 4000-4999/10000', body.slice(4000, 4100))).status).toBe(400);
  const asked = await put('bytes */10000');
  expect([asked.status, asked.headers.get('range')]).toEqual([308, 'bytes=0-3999']);
  expect(await list()).toEqual([]);
  const last = await put('bytes 4000-9999/10000', body.slice(4000));
  expect([last.status, ((await last.json()) as { data: { bytes: number } }).data.bytes]).toEqual([200, 10_000]);
  expect(
    new Uint8Array(await (await fetch(server.origin + (await signed('/data/big/file.bin')))).arrayBuffer()),
  ).toEqual(body);
  // The last answer may have been lost: what became of the upload can be asked again, by either way.
  for (const again of [await put('bytes */10000'), await put('bytes 4000-9999/10000', body.slice(4000))]) {
    expect([again.status, ((await again.json()) as { data: { path: string; bytes: number } }).data]).toMatchObject([
      200,
      { path: '/data/big/file.bin', bytes: 10_000 },
    ]);
  }
});

const openUpload = async (filePath: string, more: { gcsBucket?: 'groma-temp' } = {}) =>
  (await ann.client.call(file.openUpload, { params: { projectId }, body: { filePath, ...more } })).uploadSessionUri;
const putTo = (session: string, range: string, content: string | Uint8Array<ArrayBuffer>) =>
  ann.fetch(session, { method: 'PUT', headers: { 'content-range': range }, body: content });
const codeOf = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code];

test('[FIL-008] the total of an upload is fixed by its first chunk, a chunk has at most 64 MB, and a total the disk cannot hold is refused', async () => {
  const session = await openUpload('/data/a.bin');
  expect((await putTo(session, 'bytes 0-4/10', 'hello')).status).toBe(308);
  expect(await codeOf(await putTo(session, 'bytes 5-10/11', 'worlds'))).toEqual([400, 'BAD_INPUT']);
  expect(await codeOf(await putTo(session, 'bytes */5', ''))).toEqual([400, 'BAD_INPUT']);
  expect((await putTo(session, 'bytes 5-9/10', 'world')).status).toBe(200);
  const large = 64 * 1024 * 1024 + 1;
  expect(
    await codeOf(await putTo(await openUpload('/data/b.bin'), `bytes 0-${large - 1}/${large}`, new Uint8Array(large))),
  ).toEqual([413, 'TOO_LARGE']);
  const endless = await openUpload('/data/c.bin');
  expect(await codeOf(await putTo(endless, 'bytes 0-4/9000000000000000', 'hello'))).toEqual([507, 'DISK_FULL']);
  expect((await list()).map(({ path }) => path)).toEqual(['/data/a.bin']);
});

test('[FIL-008] what nobody wants any more is swept away, and what is younger stays', async () => {
  await upload({ '/data/gone.txt': 'x', '/data/kept.txt': 'x' });
  await ann.client.call(file.deleteFile, { params: { projectId }, query: { path: '/data/gone.txt' } });
  const project = join(server.platform.config.dataFolder, 'files', projectId);
  const in30Days = Date.now() - 30 * 24 * 3_600_000;
  mkdirSync(join(project, `trash/${in30Days - 1_000}-old/deep`), { recursive: true });
  writeFileSync(join(project, `trash/${in30Days - 1_000}-old/deep/file`), 'x');
  symlinkSync(join(project, 'data'), join(project, `trash/${in30Days - 1_000}-link`));
  const age = (hours: number, ...names: string[]) => {
    for (const name of names) utimesSync(join(project, name), new Date(), Date.now() / 1000 - hours * 3_600);
  };
  const [open, other] = [await openUpload('/data/open.bin'), await openUpload('/data/other.bin')].map((session) =>
    session.split('/').at(-1)!,
  );
  age(25, `uploads/${open}.json`, `uploads/${open}.part`);
  age(25, `uploads/${other}.json`);
  const finished = await openUpload('/data/finished.bin', { gcsBucket: 'groma-temp' });
  expect((await putTo(finished, 'bytes 0-0/1', 'x')).status).toBe(200);
  age(2, `uploads/${finished.split('/').at(-1)!}.json`);
  await putTo(await openUpload('/data/young.bin', { gcsBucket: 'groma-temp' }), 'bytes 0-0/1', 'x');
  age(25, 'temp/finished.bin');
  writeFileSync(join(project, 'incoming/half'), 'x');
  writeFileSync(join(project, 'incoming/young-half'), 'x');
  age(25, 'incoming/half');
  age(24 * 400, 'data/kept.txt');

  await sweepFilesJobOf(server.platform).run({}, new AbortController().signal);
  expect(readdirSync(join(project, 'trash')).filter((name) => !name.endsWith('.json'))).toHaveLength(1);
  expect(readdirSync(join(project, 'temp'))).toEqual(['young.bin']);
  expect(readdirSync(join(project, 'incoming'))).toEqual(['young-half']);
  const left = readdirSync(join(project, 'uploads')).join(' ');
  expect([left.includes(open!), left.includes(other!), left.includes(finished.split('/').at(-1)!)]).toEqual([
    false,
    true,
    false,
  ]);
  expect((await list()).map(({ path }) => path)).toEqual(['/data/kept.txt']);

  // Only a process that both receives and makes files knows that nobody is at one.
  await clearHalves(server.platform);
  const { services } = server.platform.config;
  const isAlone = services.has('api') && services.has('jobs');
  expect(existsSync(join(project, 'incoming/young-half'))).toBe(!isAlone);
  // The queue comes up beside the server.
  const schedule = () =>
    server.platform.database.pool
      .query<{ cron: string }>("SELECT cron FROM pgboss.schedule WHERE name = 'sweep-files'")
      .then(
        ({ rows }) => rows,
        () => [],
      );
  await expect.poll(schedule, { timeout: 10_000 }).toEqual([{ cron: '17 */6 * * *' }]);
});

test('[FIL-014] an upload session belongs to the person who opened it', async () => {
  const ben = await server.signUp();
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  const { uploadSessionUri } = await ann.client.call(file.openUpload, {
    params: { projectId },
    body: { filePath: '/data/a' },
  });
  expect(
    (await ben.fetch(uploadSessionUri, { method: 'PUT', headers: { 'content-range': 'bytes 0-0/1' }, body: 'x' }))
      .status,
  ).toBe(404);
});
