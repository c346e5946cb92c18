import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { file } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
});
beforeEach(async () => {
  for (const { id } of (await (await ann.fetch('/api/projects')).json() as { data: { id: string }[] }).data) await ann.fetch(`/api/projects/${id}`, { method: 'DELETE' });
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

const list = async (path = '/data') => (await ann.client.call(file.listFiles, { params: { projectId }, query: { path } })).data;
const signed = async (path: string) => (await ann.client.call(file.signedUrl, { params: { bucket: 'groma', projectId, path: path.slice(1) } })).signedUrl;

test('[FIL-019] [FIL-003] [FIL-006] a form uploads files into folders, and they are listed with sizes', async () => {
  const reply = await upload({ '/data/a.txt': 'x'.repeat(1536), '/data/deep/er/b.txt': 'b' });
  expect(reply.status).toBe(200);
  expect((await list()).map(({ path, isDir, size }) => [path, isDir, size])).toEqual([['/data/deep', true, null], ['/data/a.txt', false, '1.5 KB']]);
  expect((await list('/data/deep/er'))[0]).toMatchObject({ path: '/data/deep/er/b.txt', bytes: 1 });
});

test('[FIL-020] [FIL-028] existence answers for names with spaces, slashes and other scripts', async () => {
  await upload({ '/data/Gaues ñ/水 1.txt': 'x' });
  const exists = async (path: string) => (await ann.client.call(file.fileExistence, { params: { projectId, path } })).exists;
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

test('a signed link is for one path, and dies with the role of its maker', async () => {
  await upload({ '/data/a.txt': 'a', '/data/b.txt': 'b' });
  const link = await signed('/data/a.txt');
  expect((await fetch(server.origin + link.replace('a.txt', 'b.txt'))).status).toBe(403);
  expect((await fetch(server.origin + link.replace(/expires=\d+/, `expires=${Date.now() + 60_000}`))).status).toBe(403);
  const ben = await server.signUp();
  await server.share(ann, projectId, ben, 'PROJECT_VIEWER');
  const own = (await ben.client.call(file.signedUrl, { params: { bucket: 'groma', projectId, path: 'data/a.txt' } })).signedUrl;
  expect((await fetch(server.origin + own)).status).toBe(200);
  await ann.fetch(`/api/projects/${projectId}/shares/${ben.id}`, { method: 'DELETE' });
  expect((await fetch(server.origin + own)).status).toBe(404);
});

test('[FIL-086] paths outside /data are refused, naming the path, and nothing is written', async () => {
  for (const path of ['/etc/passwd', '/data/../x', '/data/a/../../x', 'data/x', '/data//x', '/data/a\0b', '/data/con.txt', '/data/a\\b', `/data/${'n'.repeat(256)}`, '/data/dot.']) {
    const reply = await upload({ [path]: 'x' });
    expect([path, reply.status, (await reply.json() as { code: string }).code]).toEqual([path, 400, 'BAD_PATH']);
  }
  expect(await list()).toEqual([]);
});

test('an existing file is replaced only when asked', async () => {
  await upload({ '/data/a.txt': 'one' });
  expect((await upload({ '/data/a.txt': 'two' })).status).toBe(409);
  expect(await (await fetch(server.origin + await signed('/data/a.txt'))).text()).toBe('one');
  expect((await upload({ '/data/a.txt': 'two' }, '?replace=true')).status).toBe(200);
  expect(await (await fetch(server.origin + await signed('/data/a.txt'))).text()).toBe('two');
});

test('a link made by code does not lead out of the project', async () => {
  const folder = await server.platform.files.folderOf(projectId as never);
  symlinkSync('/etc', join(folder, 'etc'));
  mkdirSync(join(folder, 'inside'));
  for (const path of ['/data/etc/passwd', '/data/etc']) {
    await expect(signed(path)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(list('/data/etc')).rejects.toMatchObject({ code: 'BAD_PATH' });
  }
  expect((await upload({ '/data/etc/groma-was-here': 'x' })).status).toBe(400);
});

test('[FIL-073] files are moved and deleted, and a name that is taken is refused', async () => {
  await upload({ '/data/a.txt': 'a', '/data/b.txt': 'b' });
  await expect(ann.client.call(file.moveFile, { params: { projectId }, body: { from: '/data/a.txt', to: '/data/b.txt' } })).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  await ann.client.call(file.moveFile, { params: { projectId }, body: { from: '/data/a.txt', to: '/data/c/a.txt' } });
  await ann.client.call(file.deleteFile, { params: { projectId }, query: { path: '/data/b.txt' } });
  expect((await list()).map(({ path }) => path)).toEqual(['/data/c']);
  await expect(ann.client.call(file.deleteFile, { params: { projectId }, query: { path: '/data/b.txt' } })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('a form above its limit is refused and leaves nothing', async () => {
  const reply = await upload({ '/data/big.bin': new Uint8Array(16 * 1024 * 1024) });
  expect(reply.status).toBe(413);
  expect(await list()).toEqual([]);
});

test('[FIL-072] a viewer reads and may not upload, move or delete', async () => {
  await upload({ '/data/a.txt': 'a' });
  const ben = await server.signUp();
  await server.share(ann, projectId, ben, 'PROJECT_VIEWER');
  expect((await ben.client.call(file.listFiles, { params: { projectId } })).data).toHaveLength(1);
  await expect(ben.client.call(file.deleteFile, { params: { projectId }, query: { path: '/data/a.txt' } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const form = new FormData();
  form.append('files', new Blob(['x']), 'x.txt');
  expect((await ben.fetch(`/api/gcs/projects/${projectId}/files`, { method: 'POST', body: form })).status).toBe(403);
});

test('[FIL-014] [FIL-015] [FIL-016] [FIL-017] [FIL-018] a file comes in chunks, goes on after a cut and appears only when whole', async () => {
  const body = new Uint8Array(10_000).map((_, i) => i % 251);
  const { uploadSessionUri } = await ann.client.call(file.openUpload, { params: { projectId }, body: { filePath: '/data/big/file.bin' } });
  const put = (range: string, content?: Uint8Array<ArrayBuffer>) => ann.fetch(uploadSessionUri, {
    method: 'PUT', headers: { 'content-type': 'application/json', 'content-range': range }, ...(content && { body: content }),
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
  expect(new Uint8Array(await (await fetch(server.origin + await signed('/data/big/file.bin'))).arrayBuffer())).toEqual(body);
  expect((await put('bytes */10000')).status).toBe(404);
});

test('an upload session belongs to the person who opened it', async () => {
  const ben = await server.signUp();
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  const { uploadSessionUri } = await ann.client.call(file.openUpload, { params: { projectId }, body: { filePath: '/data/a' } });
  expect((await ben.fetch(uploadSessionUri, { method: 'PUT', headers: { 'content-range': 'bytes 0-0/1' }, body: 'x' })).status).toBe(404);
});
