import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
    'import ctypes, os, sys', 'libc = ctypes.CDLL(None)', 'os.chdir(sys.argv[1])', 'print("ready", flush=True)',
    'while True:', `  for a, b in ${JSON.stringify(pairs)}: libc.renameat2(-100, a.encode(), -100, b.encode(), 2)`,
  ].join('\n');
  const child = spawn('python3', ['-c', program, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => { child.stdout!.once('data', resolve); });
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
      for (const name of ['/data/file', '/data/folder/secret']) seen.add(await read(name).catch((error: { code: string }) => error.code));
      seen.add(await store.lend(projectId, path('/data/file'), lent).then((copy) => readFileSync(copy, 'utf8'), (error: { code: string }) => error.code));
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
  const refused = { code: 'BAD_PATH', message: expect.stringContaining('It is a link.') as string };
  await expect(read('/data/link.txt')).rejects.toMatchObject(refused);
  await expect(read('/data/inside/own.txt')).rejects.toMatchObject(refused);
  await expect(store.write(projectId, path('/data/inside/new.txt'), Readable.from(['x']))).rejects.toMatchObject(refused);
  await expect(store.move(projectId, path('/data/link.txt'), path('/data/moved.txt'))).rejects.toMatchObject(refused);
  expect(await read('/data/folder/own.txt')).toBe('own');
  await store.remove(projectId, path('/data/link.txt'));
  await store.remove(projectId, path('/data/inside'));
  expect(readdirSync(data)).toEqual(['folder']);
  expect(await read('/data/folder/own.txt')).toBe('own');
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
    for (const name of names) await store.write(projectId, path(kind === 'file' ? `/data/${name}` : `/data/${name}/inside`), Readable.from([name]));
    const moves = await Promise.allSettled(names.map((name) => store.move(projectId, path(`/data/${name}`), path(`/data/${kind}-target`))));
    const outcomes = moves.map((move) => move.status === 'fulfilled' ? 'moved' : (move.reason as { code: string }).code);
    expect(outcomes.sort()).toEqual([...Array.from({ length: 7 }, () => 'FILE_EXISTS'), 'moved']);
    expect(readdirSync(data).filter((name) => name.startsWith(`${kind}-`))).toHaveLength(8);
  }
  await expect(store.move(projectId, path('/data/file-target'), path('/data/folder-target'))).rejects.toMatchObject({ code: 'FILE_EXISTS' });
});

test('[FIL-018] a finished upload gets its name once, however often a kill makes it begin again', async () => {
  const part = join(root, 'part');
  writeFileSync(part, 'whole');
  for (let time = 0; time < 2; time++) expect(await store.adopt(projectId, path('/data/new/file.txt'), part)).toMatchObject({ path: '/data/new/file.txt', bytes: 5 });
  await store.write(projectId, path('/data/other.txt'), Readable.from(['of somebody else']));
  await expect(store.adopt(projectId, path('/data/other.txt'), part)).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  for (let time = 0; time < 2; time++) await store.adopt(projectId, path('/data/other.txt'), part, { replace: true });
  rmSync(part);
  expect([await read('/data/new/file.txt'), await read('/data/other.txt')]).toEqual(['whole', 'whole']);
  expect(readdirSync(join(root, projectId, 'incoming'))).toEqual([]);
});

test('a project is deleted with folders of any depth, and what links in it point at stays', async () => {
  const program = 'import os, sys\nos.chdir(sys.argv[1])\nfor _ in range(60):\n  os.mkdir("d" * 200); os.chdir("d" * 200); open("file", "w").close()';
  execFileSync('python3', ['-c', program, data]);
  symlinkSync(outside, join(data, 'link'));
  await store.removeProject(projectId);
  expect(existsSync(join(root, projectId))).toBe(false);
  expect(readdirSync(join(root, 'removed'))).toEqual([]);
  expect(readdirSync(outside)).toEqual(['secret']);
});

test('a disk keeps 1 GiB free, or 2 % of a small one', async () => {
  const gib = 1024 ** 3;
  expect([leavesReserve(3 * gib, 100 * gib, 2 * gib), leavesReserve(3 * gib, 100 * gib, 2 * gib + 1)]).toEqual([true, false]);
  expect([leavesReserve(0.3 * gib, 10 * gib, 0.05 * gib), leavesReserve(0.3 * gib, 10 * gib, 0.2 * gib)]).toEqual([true, false]);
  await expect(store.requireSpace(1e18, 'x')).rejects.toMatchObject({ code: 'DISK_FULL' });
});
