import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { notebook } from '@groma/protocol';
import { startWithProject, type Person, type TestServer } from './test-server.ts';

const MiB = 1024 * 1024;
const disk = mkdtempSync(join(tmpdir(), 'groma-full-disk-'));
let isMounted = false;
let server: TestServer | null = null;
let ann: Person;
let projectId: string;

beforeAll(async () => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    return;
  }
  chmodSync(disk, 0o755);
  ({ server, ann, projectId } = await startWithProject({ dataFolder: disk, databaseUrl: undefined }));
  server.platform.log.error = () => undefined;
});
afterAll(async () => {
  await server?.close();
  if (isMounted) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const free = () => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};
const fillUp = (name: string, left: number) => {
  writeFileSync(join(disk, name), Buffer.alloc(Math.max(0, free() - left)));
};
const makeNotebook = async (name: string) =>
  (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name } })).data.id as string;
const soon = (milliseconds: number, work: () => void) => {
  const timer = setTimeout(work, Math.min(milliseconds, 200));
  return () => {
    clearTimeout(timer);
  };
};

test('[ACC-129] [SHL-124] on a full disk edits are answered DISK_FULL, are kept by the page, and are saved when there is room', async (context) => {
  context.skip(!isMounted, 'needs the right to mount a small disk');
  const [id, old] = [await makeNotebook('written'), await makeNotebook('old')];
  const [writer, reader] = ['writer', 'reader'].map(() => ann.live('main', id, new Y.Doc(), { tryAgainIn: soon }));
  await Promise.all([writer!.whenSynced(), reader!.whenSynced()]);
  let closes = 0;
  reader!.subscribe(({ connection }) => {
    if (connection === 'disconnected') closes += 1;
  });
  const words = writer!.doc.getArray<string>('words');
  words.push(['before']);
  await writer!.whenSaved();
  fillUp('filler', 20 * MiB);
  await expect
    .poll(() => {
      words.push(['full']);
      return writer!.state.refusal;
    })
    .toBe('DISK_FULL');
  const written = words.toArray();
  expect(writer!.state).toMatchObject({ saved: false, connection: 'connected' });
  // What frees space goes on: the records have room of their own.
  await ann.client.call(notebook.deleteNotebook, { params: { notebookId: old, projectId } });
  rmSync(join(disk, 'filler'));
  await writer!.whenSaved();
  expect(writer!.state.refusal).toBeNull();
  expect((await server!.platform.documents.read(id)).getArray('words').toArray()).toEqual(written);
  await expect.poll(() => reader!.doc.getArray('words').length).toBe(written.length);
  expect(closes).toBe(0);
  for (const each of [writer!, reader!]) each.close();
});

test(
  '[ACC-129] PostgreSQL that breaks on a disk without a free byte comes back in its reserve, with everything acknowledged, and deleting works',
  { timeout: 120_000 },
  async (context) => {
    context.skip(!isMounted, 'needs the right to mount a small disk');
    const [id, old] = [await makeNotebook('kept'), await makeNotebook('in the way')];
    const writer = ann.live('main', id, new Y.Doc(), { tryAgainIn: soon });
    await writer.whenSynced();
    const words = writer.doc.getArray<string>('words');
    words.push(['acknowledged']);
    await writer.whenSaved();
    const { pool } = server!.platform.database;
    const startedAt = async () =>
      (await pool.query<{ at: string }>('SELECT pg_postmaster_start_time()::text AS at')).rows[0]!.at;
    const before = await startedAt();
    fillUp('filler', 0);
    // Its log needs a new piece, and there is none.
    await pool
      .query('CREATE TABLE flood AS SELECT repeat(md5(i::text), 100) AS text FROM generate_series(1, 40000) AS i')
      .catch(() => undefined);
    for (let i = 0; i < 40; i += 1)
      await pool.query("SELECT pg_logical_emit_message(false, 'flood', repeat('x', 1000000))").catch(() => undefined);
    await expect.poll(() => startedAt().catch(() => before), { timeout: 60_000, interval: 200 }).not.toBe(before);
    await expect
      .poll(
        () =>
          ann.client.call(notebook.deleteNotebook, { params: { notebookId: old, projectId } }).then(
            () => 'deleted',
            () => 'not yet',
          ),
        { timeout: 30_000, interval: 200 },
      )
      .toBe('deleted');
    words.push(['meanwhile']);
    rmSync(join(disk, 'filler'));
    await writer.whenSaved();
    expect((await server!.platform.documents.read(id)).getArray('words').toArray()).toEqual([
      'acknowledged',
      'meanwhile',
    ]);
    writer.close();
  },
);
