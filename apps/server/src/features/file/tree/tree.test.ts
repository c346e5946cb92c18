import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { file } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
let data: string;
let params: { projectId: string };
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
});
beforeEach(async () => {
  for (const { id } of ((await (await ann.fetch('/api/projects')).json()) as { data: { id: string }[] }).data)
    await ann.fetch(`/api/projects/${id}`, { method: 'DELETE' });
  projectId = await ann.makeProject();
  params = { projectId };
  data = await server.platform.files.folderOf(projectId as never);
});
afterAll(() => server.close());

const put = (path: string, content = path) => {
  mkdirSync(join(data, path, '..'), { recursive: true });
  writeFileSync(join(data, path), content);
};
const list = (
  query: Partial<{
    path: string;
    offset: number;
    limit: number;
    sort: 'name' | 'size' | 'modified';
    descending: boolean;
    filter: string;
  }> = {},
) => ann.client.call(file.listFiles, { params, query: query as never });
const names = async (query: Parameters<typeof list>[0] = {}) =>
  (await list(query)).data.map(({ path }) => path.slice((query?.path ?? '/data').length + 1));
const read = (path: string) => readFileSync(join(data, path), 'utf8');

test('[FIL-001] [FIL-002] [FIL-003] a window of a large folder, in any order, and only the window', async () => {
  mkdirSync(join(data, 'many'));
  for (let i = 0; i < 20_000; i++) closeSync(openSync(join(data, 'many', `f${i}.txt`), 'w'));
  mkdirSync(join(data, 'many/zz'));
  writeFileSync(join(data, 'many/f77.txt'), 'the largest');
  utimesSync(join(data, 'many/f5.txt'), 1, 1);
  const path = '/data/many';
  const first = await list({ path, limit: 3 });
  expect([first.total, first.data.map((entry) => [entry.path, entry.isDir])]).toEqual([
    20_001,
    [
      ['/data/many/zz', true],
      ['/data/many/f0.txt', false],
      ['/data/many/f1.txt', false],
    ],
  ]);
  const slow = list({ path, sort: 'size', descending: true, limit: 2 });
  expect(await names()).toEqual(['many']);
  expect((await slow).data.map((entry) => entry.path)).toEqual(['/data/many/zz', '/data/many/f77.txt']);
  expect(await names({ path, offset: 19_999, limit: 10 })).toEqual(['f19998.txt', 'f19999.txt']);
  expect(await names({ path, sort: 'modified', limit: 2 })).toEqual(['zz', 'f5.txt']);
  expect((await list({ path, filter: 'F1999', limit: 2 })).total).toBe(11);
  writeFileSync(join(data, 'many/new'), '');
  const after = await list({ path, limit: 1 });
  expect([after.total, after.version === first.version]).toEqual([20_002, false]);
  await expect(list({ limit: 5_000 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(list({ path: '/data/nothing' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('[FIL-073] search finds by all words of a name, near things first, below a folder, and never through a link', async () => {
  for (const path of ['a/b/Wells of Leyre.csv', 'wells.csv', 'a/leyre.tif', 'a/wells/x.txt']) put(path);
  symlinkSync('/etc', join(data, 'link-wells'));
  const find = async (query: string, more: object = {}) =>
    (await ann.client.call(file.searchFiles, { params, query: { query, ...more } })).data.map(({ path }) => path);
  expect(await find('WELLS')).toEqual(['/data/wells.csv', '/data/a/wells', '/data/a/b/Wells of Leyre.csv']);
  expect(await find('leyre wells')).toEqual(['/data/a/b/Wells of Leyre.csv']);
  expect(await find('leyre', { path: '/data/a/b' })).toEqual(['/data/a/b/Wells of Leyre.csv']);
  expect(await ann.client.call(file.searchFiles, { params, query: { query: 'wells', limit: 1 } })).toMatchObject({
    isCut: true,
    data: [{ path: '/data/wells.csv' }],
  });
});

test('[FIL-073] several things are moved at once; what cannot be is told beside what was', async () => {
  for (const path of ['a.txt', 'b.txt', 'into/b.txt', 'folder/x.txt']) put(path);
  const move = (paths: string[], folder: string, clash?: 'refuse' | 'replace' | 'number' | 'skip') =>
    ann.client.call(file.moveFiles, { params, body: { paths, folder, ...(clash && { clash }) } });
  const { data: outcomes } = await move(
    ['/data/a.txt', '/data/b.txt', '/data/gone', '/data/folder', '/data/../x'],
    '/data/into',
  );
  expect(outcomes.map(({ to, error }) => to ?? error?.code)).toEqual([
    '/data/into/a.txt',
    'FILE_EXISTS',
    'FILE_NOT_FOUND',
    '/data/into/folder',
    'BAD_PATH',
  ]);
  expect(await names({ path: '/data/into' })).toEqual(['folder', 'a.txt', 'b.txt']);
  expect((await move(['/data/b.txt'], '/data/into', 'skip')).data).toEqual([
    { from: '/data/b.txt', to: null, error: null },
  ]);
  expect((await move(['/data/b.txt'], '/data/into', 'number')).data[0]?.to).toBe('/data/into/b (2).txt');
  put('b.txt', 'newer');
  expect((await move(['/data/b.txt'], '/data/into', 'replace')).data[0]?.to).toBe('/data/into/b.txt');
  expect(read('into/b.txt')).toBe('newer');
  expect((await ann.client.call(file.listTrash, { params })).data.map(({ path }) => path)).toEqual([
    '/data/into/b.txt',
  ]);
  expect((await move(['/data/into'], '/data/into/folder')).data[0]?.error?.code).toBe('BAD_PATH');
});

test('[FIL-105] [FIL-106] files that belong to another are told, moved, copied, packed and deleted with it', async () => {
  for (const name of ['roads.shp', 'Roads.dbf', 'roads.shx', 'plan.png', 'plan.pgw', 'plan.png.aux.xml', 'b.txt'])
    put(name);
  const grouped = async (path = '/data') =>
    (await ann.client.call(file.listFiles, { params, query: { path, grouped: 'true' } })).data
      .filter(({ isDir }) => !isDir)
      .map((each) => [each.path.slice(path.length + 1), ...(each.parts ?? []).toSorted()]);
  const rows = [['b.txt'], ['plan.png', 'plan.pgw', 'plan.png.aux.xml'], ['roads.shp', 'Roads.dbf', 'roads.shx']];
  expect(await grouped()).toEqual(rows);
  expect(await names()).toHaveLength(7);
  const body = { withParts: true };
  const paths = ['/data/roads.shp', '/data/Roads.dbf'];
  const { name, files } = await ann.client.call(file.selectForZip, { params, body: { ...body, paths } });
  expect([name, files]).toEqual(['roads.shp.zip', 3]);
  // A companion that is in the way keeps all from moving.
  put('sub/plan.pgw', 'other');
  const move = (clash: 'refuse' | 'number') =>
    ann.client.call(file.moveFiles, {
      params,
      body: { ...body, paths: ['/data/plan.png'], folder: '/data/sub', clash },
    });
  expect((await move('refuse')).data[0]).toMatchObject({ to: null, error: { code: 'FILE_EXISTS' } });
  expect(await grouped()).toEqual(rows);
  expect((await move('number')).data).toMatchObject([{ to: '/data/sub/plan (2).png' }]);
  expect(await grouped('/data/sub')).toEqual([['plan (2).png', 'plan (2).pgw', 'plan (2).png.aux.xml'], ['plan.pgw']]);
  const duplicate = { ...body, paths, folder: '/data' };
  expect((await ann.client.call(file.copyFiles, { params, body: duplicate })).data).toMatchObject([
    { to: '/data/roads copy.shp' },
  ]);
  expect(read('roads copy.dbf')).toBe('Roads.dbf');
  await ann.client.call(file.moveFile, { params, body: { ...body, from: paths[0]!, to: '/data/ways.shp' } });
  const gone = await ann.client.call(file.deleteFiles, { params, body: { ...body, paths: ['/data/ways.shp'] } });
  expect([gone.data.length, gone.trashIds.length]).toEqual([1, 3]);
  expect(await grouped()).toEqual([['b.txt'], ['roads copy.shp', 'roads copy.dbf', 'roads copy.shx']]);
  // Nothing of what is replaced stays with what comes.
  for (const call of [file.copyFiles, file.moveFiles]) {
    for (const each of ['lake.shp', 'lake.dbf', 'sub/lake.shp', 'sub/lake.prj']) put(each);
    const replacing = { ...body, paths: ['/data/lake.shp'], folder: '/data/sub', clash: 'replace' as const };
    expect((await ann.client.call(call, { params, body: replacing })).data).toMatchObject([
      { to: '/data/sub/lake.shp' },
    ]);
    expect((await grouped('/data/sub'))[0]).toEqual(['lake.shp', 'lake.dbf']);
  }
});

test('[FIL-073] a duplicate is called "x copy"; folders are copied whole, without the links in them', async () => {
  put('a.txt', 'one');
  put('folder/deep/b.txt', 'two');
  symlinkSync('/etc/passwd', join(data, 'folder/passwd'));
  const copy = (paths: string[], folder: string) =>
    ann.client.call(file.copyFiles, { params, body: { paths, folder } });
  expect(await copy(['/data/a.txt', '/data/folder', '/data/gone'], '/data')).toEqual({
    isRunning: false,
    data: [
      { from: '/data/a.txt', to: '/data/a copy.txt', error: null },
      { from: '/data/folder', to: '/data/folder copy', error: null },
      { from: '/data/gone', to: null, error: { code: 'FILE_NOT_FOUND', message: 'There is no file "/data/gone".' } },
    ],
  });
  expect((await copy(['/data/a.txt', '/data/a copy.txt'], '/data')).data.map(({ to }) => to)).toEqual([
    '/data/a copy 2.txt',
    '/data/a copy 3.txt',
  ]);
  expect((await copy(['/data/a.txt'], '/data/folder/deep')).data[0]?.to).toBe('/data/folder/deep/a.txt');
  expect([read('folder copy/deep/b.txt'), existsSync(join(data, 'folder copy/passwd'))]).toEqual(['two', false]);
  expect((await copy(['/data/folder'], '/data/folder/deep')).data[0]?.error?.code).toBe('BAD_PATH');
});

test('[FIL-073] many bytes are copied as an operation, and leave nothing beside', async () => {
  put('large.bin', 'x'.repeat(65 * 1024 * 1024));
  expect(
    await ann.client.call(file.copyFiles, { params, body: { paths: ['/data/large.bin'], folder: '/data' } }),
  ).toEqual({ data: [], isRunning: true });
  await expect.poll(() => names(), { timeout: 20_000 }).toEqual(['large copy.bin', 'large.bin']);
  await expect.poll(() => readdirSync(join(data, '../incoming'))).toEqual([]);
});

test('[FIL-073] what is deleted is in the trash, with who and when, and comes back where it was', async () => {
  put('folder/a.txt', 'one');
  put('b.txt', 'two');
  const { trashIds, data: outcomes } = await ann.client.call(file.deleteFiles, {
    params,
    body: { paths: ['/data/folder', '/data/b.txt', '/data/gone', '/data'] },
  });
  expect([trashIds.length, outcomes.map(({ error }) => error?.code)]).toEqual([
    2,
    [undefined, undefined, 'FILE_NOT_FOUND', 'BAD_PATH'],
  ]);
  expect(await names()).toEqual([]);
  const trash = await ann.client.call(file.listTrash, { params });
  expect(trash.total).toBe(2);
  expect(trash.data.find(({ path }) => path === '/data/b.txt')).toMatchObject({
    isDir: false,
    bytes: 3,
    size: '3 B',
    deletedBy: ann.username,
  });
  expect(new Date(trash.data[0]!.expiresAt).getTime() - new Date(trash.data[0]!.deletedAt).getTime()).toBe(
    30 * 24 * 3_600_000,
  );
  put('b.txt', 'newer');
  const restored = (await ann.client.call(file.restoreTrash, { params, body: { ids: trashIds } })).data;
  expect(restored.map(({ to }) => to)).toEqual(['/data/folder', '/data/b (2).txt']);
  expect([read('folder/a.txt'), read('b.txt'), read('b (2).txt')]).toEqual(['one', 'newer', 'two']);
  expect(
    (await ann.client.call(file.restoreTrash, { params, body: { ids: [trashIds[0]!, '../data', '1-x'] } })).data.map(
      ({ error }) => error?.code,
    ),
  ).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
  expect((await ann.client.call(file.listTrash, { params })).data).toEqual([]);
});

test('[FIL-073] a thing comes back into a folder that went after it, and clashes as it is told', async () => {
  put('folder/a.txt', 'one');
  const remove = async (path: string) =>
    (await ann.client.call(file.deleteFiles, { params, body: { paths: [path] } })).trashIds[0]!;
  const restore = async (id: string, clash?: 'refuse' | 'replace' | 'skip') =>
    (await ann.client.call(file.restoreTrash, { params, body: { ids: [id], ...(clash && { clash }) } })).data[0];
  const a = await remove('/data/folder/a.txt');
  await remove('/data/folder');
  expect((await restore(a))?.to).toBe('/data/folder/a.txt');
  const again = await remove('/data/folder/a.txt');
  put('folder/a.txt', 'newer');
  expect([(await restore(again, 'refuse'))?.error?.code, (await restore(again, 'skip'))?.to]).toEqual([
    'FILE_EXISTS',
    null,
  ]);
  expect([(await restore(again, 'replace'))?.to, read('folder/a.txt')]).toEqual(['/data/folder/a.txt', 'one']);
});

test('[FIL-073] emptying deletes for good what is named, or all', async () => {
  for (const path of ['a', 'b', 'c/d/e']) put(path);
  const { trashIds } = await ann.client.call(file.deleteFiles, {
    params,
    body: { paths: ['/data/a', '/data/b', '/data/c'] },
  });
  const empty = (ids?: string[]) => ann.client.call(file.emptyTrash, { params, body: ids ? { ids } : {} });
  expect([
    await empty([trashIds[0]!, 'unknown']),
    (await ann.client.call(file.listTrash, { params })).total,
    await empty(),
  ]).toEqual([{ deleted: 1 }, 2, { deleted: 2 }]);
  expect(readdirSync(join(data, '../trash'))).toEqual([]);
});

test('[FIL-086] names that differ only by their Unicode form are one name, and case makes two', async () => {
  put('cafe\u0301.txt', 'decomposed');
  put('fo\u0301lder/x.txt', 'inside');
  expect(await names()).toEqual(['fólder', 'café.txt']);
  const hash = (path: string) => ann.client.call(file.statFile, { params: { projectId, path } });
  expect((await hash('data/café.txt')).data).toMatchObject({ path: '/data/café.txt', bytes: 10 });
  expect((await hash('data/fo\u0301lder/x.txt')).data.bytes).toBe(6);
  await expect(ann.client.call(file.createFolder, { params, body: { path: '/data/café.txt' } })).rejects.toMatchObject({
    code: 'FILE_EXISTS',
  });
  await ann.client.call(file.createFolder, { params, body: { path: '/data/fólder/new' } });
  expect(readdirSync(data)).toHaveLength(2);
  await ann.client.call(file.createFolder, { params, body: { path: '/data/CAFÉ.txt' } });
  expect(await names({ filter: 'café' })).toEqual(['CAFÉ.txt', 'café.txt']);
  put('café.txt', 'composed');
  expect(await names({ filter: 'café.txt' })).toEqual(['CAFÉ.txt', 'café.txt']);
  expect((await hash('data/café.txt')).data.bytes).toBe(8);
});

test('[FIL-086] what code named as it liked can be renamed and deleted, and nobody else can name it so', async () => {
  for (const name of ['con', 'ends.', 'C:x', 'a\\b', 'a\nb']) put(name);
  expect(new Set(await names())).toEqual(new Set(['con', 'ends.', 'C:x', 'a\\b', 'a\nb']));
  for (const [index, name] of ['con', 'ends.', 'a\nb'].entries())
    await ann.client.call(file.moveFile, { params, body: { from: `/data/${name}`, to: `/data/good${index}` } });
  await ann.client.call(file.deleteFiles, { params, body: { paths: ['/data/C:x', '/data/a\\b'] } });
  expect(await names()).toEqual(['good0', 'good1', 'good2']);
  for (const name of ['con', 'ends.', 'C:x', 'a\\b', 'a\nb', 'x'.repeat(256), '水'.repeat(86), '..', 'a\0b']) {
    await expect(
      ann.client.call(file.moveFile, { params, body: { from: '/data/good0', to: `/data/${name}` } }),
      name,
    ).rejects.toMatchObject({ code: 'BAD_PATH' });
    await expect(
      ann.client.call(file.createFolder, { params, body: { path: `/data/sub/${name}` } }),
      name,
    ).rejects.toMatchObject({ code: 'BAD_PATH' });
  }
  await ann.client.call(file.moveFile, { params, body: { from: '/data/good0', to: `/data/${'水'.repeat(85)}` } });
});

test('[FIL-020] a hash and a look at a file tell of its bytes', async () => {
  put('a.txt', 'hello');
  const hashed = await ann.client.call(file.hashFile, { params: { projectId, path: 'data/a.txt' } });
  expect(hashed).toMatchObject({
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    bytes: 5,
  });
  const before = (await ann.client.call(file.statFile, { params: { projectId, path: 'data/a.txt' } })).data;
  expect(before).toMatchObject({ etag: hashed.etag, type: 'text/plain', size: '5 B' });
  put('a.txt', 'world');
  expect((await ann.client.call(file.statFile, { params: { projectId, path: 'data/a.txt' } })).data.etag).not.toBe(
    before.etag,
  );
  await expect(ann.client.call(file.hashFile, { params: { projectId, path: 'data' } })).rejects.toMatchObject({
    code: 'BAD_PATH',
  });
});

test('[FIL-001] whoever looks at a folder hears of what code writes there, gathered', async () => {
  put('open/a.txt');
  put('other/a.txt');
  const heard: file.FilesChanged[] = [];
  const leave = server.platform.bus.subscribe('files-changed', (change: file.FilesChanged) => {
    if (change.projectId === projectId) heard.push(change);
  });
  const folders = () => heard.flatMap((change) => change.folders ?? ['any']);
  await list({ path: '/data/open' });
  expect(
    await ann.client.call(file.watchFolders, { params, body: { paths: ['/data', '/data/gone', '/data/open'] } }),
  ).toEqual({ leaseSeconds: 120 });
  await server.platform.files.stat(projectId as never, '/data/open' as never);
  put('open/by-code.txt');
  await expect.poll(folders, { timeout: 5_000 }).toEqual(['/data/open']);
  heard.length = 0;
  // Writing without a pause tells about twice a second.
  const end = Date.now() + 1_200;
  while (Date.now() < end) {
    appendFileSync(join(data, 'open/by-code.txt'), 'more');
    await sleep(5);
  }
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(heard.length).toBeLessThan(6);
  heard.length = 0;
  put('other/b.txt');
  put('at-root.txt');
  await expect.poll(folders, { timeout: 5_000 }).toContain('/data');
  expect(folders()).not.toContain('/data/other');
  leave();
});

test('[FIL-001] a change by a call names the folders that it changed', async () => {
  put('a/x.txt');
  const heard: file.FilesChanged[] = [];
  const leave = server.platform.bus.subscribe('files-changed', (change: file.FilesChanged) => {
    if (change.projectId === projectId) heard.push(change);
  });
  await ann.client.call(file.moveFiles, { params, body: { paths: ['/data/a/x.txt'], folder: '/data' } });
  expect(heard).toEqual([{ projectId, path: '/data/a/x.txt', folders: ['/data/a', '/data'] }]);
  leave();
});
