import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseDataPath, type ProjectId } from '@groma/model';
import { file } from '@groma/protocol';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { sha256, UploadClient } from '../../../../test/upload-client.ts';
import { ProjectFolders } from '../project-folders.ts';
import { ObjectStore } from './object-store.ts';
import { ProjectMirror } from './project-mirror.ts';

const folder = mkdtempSync(join(tmpdir(), 'groma-s3-'));
const https: Server[] = [];
const requests: string[] = [];
let url: string;
let strictUrl: string;
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const servers: TestServer[] = [];
beforeAll(async () => {
  // It reckons the signature of calls to a bucket as a whole otherwise than Amazon does (without the last slash).
  url = await serveObjects({ allowMismatchedSignatures: true });
  strictUrl = await serveObjects({});
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey });
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
afterAll(() => {
  for (const http of https) {
    http.close();
    http.closeAllConnections();
  }
  rmSync(folder, { recursive: true });
});

async function serveObjects(options: object): Promise<string> {
  // Of another hand.
  const s3 = new S3rver({
    directory: join(folder, String(https.length)),
    silent: true,
    configureBuckets: [{ name: 'groma', configs: [] }],
    ...options,
  });
  await s3.configureBuckets();
  const http = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    s3.callback()(request, response);
  });
  https.push(http);
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return `s3://groma/below/here?endpoint=http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

async function start(settings: object = {}): Promise<TestServer> {
  const server = await startTestServer({ storage: { url, projectBytes: null, tenantBytes: null }, ...settings });
  servers.push(server);
  return server;
}
async function stored(prefix: string): Promise<string[]> {
  const objects = new ObjectStore(url, keys);
  const found: string[] = [];
  for await (const { key } of objects.list(prefix)) found.push(key.slice(prefix.length));
  objects.close();
  return found;
}

test('objects are stored, read by range, listed past a page, copied and deleted', async () => {
  const objects = new ObjectStore(url, keys);
  await objects.put('t/a b ü.txt', Buffer.from('0123456789'), { mtime: '5' });
  const { content, metadata } = await objects.get('t/a b ü.txt', { start: 2, end: 4 });
  expect([await text(content), metadata, await objects.size('t/a b ü.txt'), await objects.size('t/none')]).toEqual([
    '234',
    { mtime: '5' },
    10,
    undefined,
  ]);
  await objects.put('t/ü 1', Buffer.from('x'));
  await objects.copy('t/ü 1', 't/copy', 10);
  expect((await stored('t/')).toSorted()).toEqual(['a b ü.txt', 'copy', 'ü 1']);
  await objects.removeAll('t/');
  expect(await stored('t/')).toEqual([]);
  objects.close();
});

test('a file that another service of this machine writes again, while its deletion is stored, stays in the store', async () => {
  const objects = new ObjectStore(url, keys);
  const folders = new ProjectFolders(mkdtempSync(join(folder, 'services-')));
  const projectId = 'again' as ProjectId;
  const mirror = () =>
    new ProjectMirror({ objects, folders, log: { info: () => undefined, error: () => undefined } }, projectId);
  const [one, other] = [mirror(), mirror()];
  const path = join(await folders.folderOf(projectId, 'data'), 'a.txt');
  writeFileSync(path, 'first');
  await one.pull();
  await other.pull();
  rmSync(path);
  const remove = objects.remove.bind(objects);
  objects.remove = async (names) => {
    objects.remove = remove;
    writeFileSync(path, 'second');
    await other.push();
    await remove(names);
  };
  await one.push();
  expect(await text((await objects.get('projects/again/data/a.txt')).content)).toBe('second');
  objects.close();
});

test('what is sent is signed: the right key is taken and a wrong one refused', async () => {
  const [right, wrong] = [
    new ObjectStore(strictUrl, keys),
    new ObjectStore(strictUrl, { ...keys, secretAccessKey: 'other' }),
  ];
  await right.put('t/ü +.txt', Buffer.from('x'));
  await right.put('t/streamed', Readable.from([Buffer.from('x')]));
  expect(await text((await right.get('t/ü +.txt')).content)).toBe('x');
  await expect(wrong.put('t/x', Buffer.from('x'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  await expect(wrong.get('t/streamed')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  right.close();
  wrong.close();
});

test('a large object goes in parts and comes back the same', async () => {
  const objects = new ObjectStore(url, keys);
  const body = randomBytes(20 * 1024 * 1024);
  await objects.put('large', Readable.from([body]));
  expect(requests.filter((request) => /^PUT .*\/large\?partNumber/.test(request))).toHaveLength(3);
  const sum = createHash('sha256');
  for await (const piece of (await objects.get('large')).content) sum.update(piece as Buffer);
  expect(sum.digest('hex')).toBe(sha256(body));
  objects.close();
});

test('[FIL-025] what calls do to files is in the store when they are answered, and another machine finds it there', async () => {
  const one = await start();
  const ann = await one.signUp();
  const projectId = await ann.makeProject();
  const params = { projectId };
  const inStore = async () =>
    (await stored(`projects/${projectId}/`))
      .filter((key) => !key.startsWith('trash/') || !key.endsWith('.json'))
      .map((key) => key.replace(/^trash\/.*/, 'trash/…'))
      .toSorted();
  const body = randomBytes(300_000);
  const client = await UploadClient.open(ann, one.origin, projectId, '/data/in/größe 1.bin', body.length);
  await client.put(0, body.subarray(0, 100_000) as Uint8Array<ArrayBuffer>);
  expect(await client.put(100_000, body.subarray(100_000) as Uint8Array<ArrayBuffer>)).toMatchObject({
    status: 200,
    sha256: sha256(body),
  });
  expect(await inStore()).toEqual(['data/in/', 'data/in/größe 1.bin']);
  await ann.client.call(file.moveFile, { params, body: { from: '/data/in/größe 1.bin', to: '/data/moved.bin' } });
  await ann.client.call(file.copyFiles, { params, body: { paths: ['/data/moved.bin'], folder: '/data' } });
  await ann.client.call(file.deleteFile, { params, query: { path: '/data/in' } });
  expect(await inStore()).toEqual(['data/moved copy.bin', 'data/moved.bin', 'trash/…']);
  const { signedUrl } = await ann.client.call(file.signedUrl, {
    params: { bucket: 'groma', projectId, path: 'data/moved.bin' },
  });
  expect(sha256(new Uint8Array(await (await fetch(one.origin + signedUrl)).arrayBuffer()))).toBe(sha256(body));
  // What code writes is stored too.
  const data = await one.platform.files.folderOf(projectId as ProjectId);
  mkdirSync(join(data, 'by'));
  writeFileSync(join(data, 'by/code.txt'), 'one');
  await expect.poll(inStore, { timeout: 20_000 }).toContain('data/by/code.txt');
  await servers.pop()!.close();

  const two = await start({ databaseUrl: one.platform.config.databaseUrl, secret: one.platform.config.secret });
  const there = two.platform.files;
  expect((await there.list(projectId as ProjectId, parseDataPath('/data'))).map(({ path }) => path)).toEqual([
    '/data/by',
    '/data/moved copy.bin',
    '/data/moved.bin',
  ]);
  expect(sha256(readFileSync(join(await there.folderOf(projectId as ProjectId), 'moved copy.bin')))).toBe(sha256(body));
  expect((await there.listTrash(projectId as ProjectId, 0, 10)).trashed.map(({ path }) => path)).toEqual(['/data/in']);
  await there.removeProject(projectId as ProjectId);
  expect(await stored(`projects/${projectId}/`)).toEqual([]);
});

test('what a kill left on the machine only is stored at the next start, and what went from the store goes here', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'groma-s3-data-'));
  const projectId = crypto.randomUUID() as ProjectId;
  const files = async () => {
    const { MirroredFiles } = await import('./mirrored-files.ts');
    return new MirroredFiles({
      objects: new ObjectStore(url, keys),
      root: dataFolder,
      log: servers[0]?.platform.log ?? (await start()).platform.log,
    });
  };
  const before = await files();
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    await before.files.write(projectId, parseDataPath(`/data/${name}`), Readable.from([name]));
  await before.close();
  const data = join(dataFolder, projectId, 'data');
  writeFileSync(join(data, 'left.txt'), 'left');
  appendFileSync(join(data, 'a.txt'), ' and more');
  rmSync(join(data, 'b.txt'));
  const objects = new ObjectStore(url, keys);
  await objects.remove([`projects/${projectId}/data/c.txt`]);
  const after = await files();
  expect((await after.files.list(projectId, parseDataPath('/data'))).map(({ path }) => path)).toEqual([
    '/data/a.txt',
    '/data/left.txt',
  ]);
  expect((await stored(`projects/${projectId}/data/`)).toSorted()).toEqual(['a.txt', 'left.txt']);
  expect([
    await text((await objects.get(`projects/${projectId}/data/a.txt`)).content),
    existsSync(join(data, 'c.txt')),
  ]).toEqual(['a.txt and more', false]);
  await after.close();
  objects.close();
  rmSync(dataFolder, { recursive: true });
});

test('what others put into the bucket beside the files of a project stops nothing', async () => {
  const { MirroredFiles } = await import('./mirrored-files.ts');
  const root = mkdtempSync(join(tmpdir(), 'groma-s3-data-'));
  const projectId = crypto.randomUUID() as ProjectId;
  const prefix = `projects/${projectId}/`;
  const objects = new ObjectStore(url, keys);
  for (const name of ['data/own.txt', 'stray.txt', 'other/stray.txt', 'constructor/x'])
    await objects.put(prefix + name, Buffer.from('x'));
  const mirrored = new MirroredFiles({ objects, root, log: (await start()).platform.log });
  const { files } = mirrored;
  expect((await files.list(projectId, parseDataPath('/data'))).map(({ path }) => path)).toEqual(['/data/own.txt']);
  await files.write(projectId, parseDataPath('/data/new.txt'), Readable.from(['x']));
  expect((await stored(prefix)).toSorted()).toEqual([
    'constructor/x',
    'data/new.txt',
    'data/own.txt',
    'other/stray.txt',
    'stray.txt',
  ]);
  await mirrored.close();
  rmSync(root, { recursive: true });
});

test('blobs of the product are objects too', async () => {
  const {
    platform: { blobs },
  } = await start();
  const work = await blobs.workFolder();
  writeFileSync(join(work, 'x'), 'snapshot');
  await blobs.adopt('layers/a/1/points.arrow', join(work, 'x'));
  expect([
    await blobs.list('layers/'),
    await blobs.size('layers/a/1/points.arrow'),
    await text(await blobs.read('layers/a/1/points.arrow', { start: 4, end: 7 })),
  ]).toEqual([['layers/a/1/points.arrow'], 8, 'shot']);
  await blobs.removeAll('layers/a/');
  expect([await blobs.list(''), await blobs.size('layers/a/1/points.arrow')]).toEqual([[], undefined]);
});
