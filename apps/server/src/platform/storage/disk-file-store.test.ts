import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId, parseDataPath, type ProjectId } from '@groma/model';
import { DiskFileStore } from './disk-file-store.ts';
import { leavesReserve } from './free-space.ts';

let root: string;
let outside: string;
let data: string;
let store: DiskFileStore;
const projectId = newId() as unknown as ProjectId;
const path = parseDataPath;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'groma-files-'));
  outside = mkdtempSync(join(tmpdir(), 'groma-outside-'));
  writeFileSync(join(outside, 'secret'), 'secret of the server');
  store = new DiskFileStore(root);
  data = await store.folderOf(projectId);
});
afterEach(() => {
  for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
});

async function read(name: string): Promise<string> {
  const file = await store.open(projectId, path(name));
  return text(file.read({ start: 0, end: file.bytes - 1 }));
}

/** Swaps pairs of names below /data over and over, as code in a kernel can. */
async function swap(...pairs: [string, string][]): Promise<ChildProcess> {
  const program = [
    'import ctypes, os, sys',
    'libc = ctypes.CDLL(None)',
    'os.chdir(sys.argv[1])',
    'print("ready", flush=True)',
    'while True:',
    `  for a, b in ${JSON.stringify(pairs)}: libc.renameat2(-100, a.encode(), -100, b.encode(), 2)`,
  ].join('\n');
  const child = spawn('python3', ['-c', program, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => {
    child.stdout!.once('data', resolve);
  });
  return child;
}

test('[FIL-086] code that swaps files and folders for links, again and again, never leads the server out of /data', async () => {
  writeFileSync(join(data, 'file'), 'of the project');
  symlinkSync(join(outside, 'secret'), join(data, 'file-link'));
  mkdirSync(join(data, 'folder'));
  writeFileSync(join(data, 'folder/secret'), 'of the project');
  symlinkSync(outside, join(data, 'folder-link'));
  const lent = mkdtempSync(join(root, 'lent-'));
  const swapping = await swap(['file', 'file-link'], ['folder', 'folder-link']);
  const seen = new Set<string>();
  let worked = 0;
  try {
    for (const end = Date.now() + 2_000; Date.now() < end; worked++) {
      for (const name of ['/data/file', '/data/folder/secret'])
        seen.add(await read(name).catch((error: { code: string }) => error.code));
      seen.add(
        await store.lend(projectId, path('/data/file'), lent).then(
          (copy) => readFileSync(copy, 'utf8'),
          (error: { code: string }) => error.code,
        ),
      );
      rmSync(join(lent, 'file'), { force: true });
      await store.write(projectId, path(`/data/folder/written-${worked}`), Readable.from(['x'])).catch(() => undefined);
      await store.makeFolder(projectId, path(`/data/folder/made-${worked}`)).catch(() => undefined);
      await store.move(projectId, path('/data/folder/secret'), path('/data/folder/moved')).catch(() => undefined);
      await store.move(projectId, path('/data/folder/moved'), path('/data/folder/secret')).catch(() => undefined);
    }
  } finally {
    swapping.kill('SIGKILL');
  }
  // Both sides of the swap were met, or this proves nothing.
  expect([...seen]).toEqual(expect.arrayContaining(['of the project', 'BAD_PATH']));
  expect(seen).not.toContain('secret of the server');
  expect(readdirSync(outside)).toEqual(['secret']);
});

test('[FIL-086] links are not followed even where they stay below /data, are not listed, and can be removed', async () => {
  await store.write(projectId, path('/data/folder/own.txt'), Readable.from(['own']));
  symlinkSync('folder', join(data, 'inside'));
  symlinkSync('folder/own.txt', join(data, 'link.txt'));
  expect((await store.list(projectId, path('/data'))).map((file) => file.path)).toEqual(['/data/folder']);
  expect(await store.stat(projectId, path('/data/link.txt'))).toBeUndefined();
  const refused = { code: 'BAD_PATH', message: expect.stringContaining('It is a symbolic link.') as string };
  await expect(read('/data/link.txt')).rejects.toMatchObject(refused);
  await expect(read('/data/inside/own.txt')).rejects.toMatchObject(refused);
  await expect(store.write(projectId, path('/data/inside/new.txt'), Readable.from(['x']))).rejects.toMatchObject(
    refused,
  );
  await expect(store.move(projectId, path('/data/link.txt'), path('/data/moved.txt'))).rejects.toMatchObject(refused);
  expect(await read('/data/folder/own.txt')).toBe('own');
  await store.remove(projectId, path('/data/link.txt'));
  await store.remove(projectId, path('/data/inside'));
  expect(readdirSync(data)).toEqual(['folder']);
  expect(await read('/data/folder/own.txt')).toBe('own');
});

test('[FIL-086] a path that nobody has read leads no way up either', async () => {
  for (const up of ['/data/../x', '/data/a/../../x', '/data/..', '/data/.']) {
    await expect(store.write(projectId, up as never, Readable.from(['x'])), up).rejects.toMatchObject({
      code: 'BAD_PATH',
    });
    await expect(store.makeFolder(projectId, up as never), up).rejects.toMatchObject({ code: 'BAD_PATH' });
    await expect(store.list(projectId, up as never), up).rejects.toMatchObject({ code: 'BAD_PATH' });
  }
  expect(existsSync(join(root, projectId, 'x'))).toBe(false);
});

test('a pipe made by code is not listed, and opening it waits for nobody', async () => {
  execFileSync('python3', ['-c', 'import os, sys; os.mkfifo(sys.argv[1])', join(data, 'pipe')]);
  expect(await store.list(projectId, path('/data'))).toEqual([]);
  expect(await store.stat(projectId, path('/data/pipe'))).toBeUndefined();
  await expect(read('/data/pipe')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await expect(store.lend(projectId, path('/data/pipe'), root)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('[FIL-073] of several who move to one name at once, one succeeds and nothing is lost', async () => {
  for (const kind of ['file', 'folder']) {
    const names = Array.from({ length: 8 }, (_, n) => `${kind}-${n}`);
    for (const name of names)
      await store.write(
        projectId,
        path(kind === 'file' ? `/data/${name}` : `/data/${name}/inside`),
        Readable.from([name]),
      );
    const moves = await Promise.allSettled(
      names.map((name) => store.move(projectId, path(`/data/${name}`), path(`/data/${kind}-target`))),
    );
    const outcomes = moves.map((move) =>
      move.status === 'fulfilled' ? 'moved' : (move.reason as { code: string }).code,
    );
    expect(outcomes.sort()).toEqual([...Array.from({ length: 7 }, () => 'FILE_EXISTS'), 'moved']);
    expect(readdirSync(data).filter((name) => name.startsWith(`${kind}-`))).toHaveLength(8);
  }
  await expect(store.move(projectId, path('/data/file-target'), path('/data/folder-target'))).rejects.toMatchObject({
    code: 'FILE_EXISTS',
  });
});

test('[FIL-018] a finished upload gets its name once, however often a kill makes it begin again', async () => {
  const part = join(root, 'part');
  writeFileSync(part, 'whole');
  for (let time = 0; time < 2; time++)
    expect(await store.adopt(projectId, path('/data/new/file.txt'), part)).toMatchObject({
      path: '/data/new/file.txt',
      bytes: 5,
    });
  await store.write(projectId, path('/data/other.txt'), Readable.from(['of somebody else']));
  await expect(store.adopt(projectId, path('/data/other.txt'), part)).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  for (let time = 0; time < 2; time++) await store.adopt(projectId, path('/data/other.txt'), part, { replace: true });
  rmSync(part);
  expect([await read('/data/new/file.txt'), await read('/data/other.txt')]).toEqual(['whole', 'whole']);
  expect(readdirSync(join(root, projectId, 'incoming'))).toEqual([]);
});

test('a project is deleted with folders of any depth, and what links in it point at stays', async () => {
  const program =
    'import os, sys\nos.chdir(sys.argv[1])\nfor _ in range(60):\n  os.mkdir("d" * 200); os.chdir("d" * 200); open("file", "w").close()';
  execFileSync('python3', ['-c', program, data]);
  symlinkSync(outside, join(data, 'link'));
  await store.removeProject(projectId);
  expect(existsSync(join(root, projectId))).toBe(false);
  expect(readdirSync(join(root, 'removed'))).toEqual([]);
  expect(readdirSync(outside)).toEqual(['secret']);
});

test('a disk keeps 1 GiB free, or 2 % of a small one', async () => {
  const gib = 1024 ** 3;
  expect([leavesReserve(3 * gib, 100 * gib, 2 * gib), leavesReserve(3 * gib, 100 * gib, 2 * gib + 1)]).toEqual([
    true,
    false,
  ]);
  expect([leavesReserve(0.3 * gib, 10 * gib, 0.05 * gib), leavesReserve(0.3 * gib, 10 * gib, 0.2 * gib)]).toEqual([
    true,
    false,
  ]);
  await expect(store.requireSpace(1e18, 'x')).rejects.toMatchObject({ code: 'DISK_FULL' });
});

test('[FIL-086] a name that is no text is not counted among what is listed, and goes with its folder', async () => {
  execFileSync('python3', [
    '-c',
    'import os, sys\nos.makedirs(sys.argv[1] + "/folder/deep")\nfor f in (b"/folder/\\xff", b"/folder/deep/\\xfe\\xff"): open(sys.argv[1].encode() + f, "w").close()',
    data,
  ]);
  await store.write(projectId, path('/data/folder/\ufffd.txt'), Readable.from(['x']));
  const { files, total } = await store.listWindow(projectId, path('/data/folder'), {
    offset: 0,
    limit: 10,
    sort: 'name',
    descending: false,
    filter: '',
  });
  expect([files.map((file) => file.path), total]).toEqual([['/data/folder/deep', '/data/folder/\ufffd.txt'], 2]);
  await store.remove(projectId, path('/data/folder'));
  expect(await store.emptyTrash(projectId)).toBe(1);
  expect(readdirSync(join(root, projectId, 'trash'))).toEqual([]);
});

test('[FIL-008] what lies deep counts as much as what lies on top', async () => {
  const deep = `/data${'/d'.repeat(450)}`;
  await store.write(projectId, path(`${deep}/file`), Readable.from(['12345']));
  await store.write(projectId, path('/data/file'), Readable.from(['1']));
  expect(await store.sizeOf(projectId)).toEqual({ bytes: 6, trashBytes: 0, files: 2 });
  expect(await store.measure(projectId, path('/data/d'))).toEqual({ bytes: 5, files: 1 });
});

test('[FIL-073] a copy ends where the file ended when it began, however fast code makes it longer', async () => {
  const bytes = 20 * 1024 * 1024;
  writeFileSync(join(data, 'growing'), Buffer.alloc(bytes));
  const onBytes = () => {
    if (existsSync(join(data, 'growing'))) appendFileSync(join(data, 'growing'), Buffer.alloc(1024 * 1024));
  };
  expect(await store.copy(projectId, path('/data/growing'), path('/data/copy'), { onBytes })).toMatchObject({ bytes });
});

test('[FIL-073] a file that is replaced for somebody goes to the trash, once, however often a kill makes it begin again', async () => {
  await store.write(projectId, path('/data/a.txt'), Readable.from(['old']));
  const part = join(root, 'part');
  writeFileSync(part, 'new');
  for (let time = 0; time < 2; time++)
    await store.adopt(projectId, path('/data/a.txt'), part, { replace: true, trashedBy: 'ann' });
  const { trashed } = await store.listTrash(projectId, 0, 10);
  expect(trashed.map((each) => [each.path, each.bytes, each.isDir, each.deletedBy])).toEqual([
    ['/data/a.txt', 3, false, 'ann'],
  ]);
  await store.restore(projectId, trashed[0]!.id, 'number');
  expect([await read('/data/a.txt'), await read('/data/a (2).txt')]).toEqual(['new', 'old']);
});

test('[FIL-008] [FIL-017] of two who say different totals of one upload, the first fixes it', async () => {
  const uploads = store.uploads(projectId);
  const session = await uploads.open({ path: path('/data/a'), userId: 'ann', replace: false, bucket: 'groma' });
  expect(
    await uploads.append(session, { start: 0, end: 3, total: 100, content: Readable.from([Buffer.from('1234')]) }),
  ).toBe(4);
  await expect(
    uploads.append(session, { start: 0, end: 9, total: 10, content: Readable.from([Buffer.from('1234567890')]) }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect((await uploads.find(session.id, 'ann')).received).toBe(4);
});

test('[FIL-014] a session of another project is none, by whatever way it is called', async () => {
  const session = await store
    .uploads(projectId)
    .open({ path: path('/data/a'), userId: 'ann', replace: false, bucket: 'groma' });
  await store
    .uploads(projectId)
    .append(session, { start: 0, end: 3, total: 100, content: Readable.from([Buffer.from('1234')]) });
  const other = store.uploads(newId() as unknown as ProjectId);
  for (const id of [session.id, `../../${projectId}/uploads/${session.id}`])
    await expect(other.find(id, 'ann'), id).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
