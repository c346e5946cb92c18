import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileText } from '@groma/model';
import { conversion, fileRoom, operation, type LiveConnection } from '@groma/protocol';
import { gdalMissing } from './gdal-files.ts';
import { signUp, type Person } from './test-server.ts';

/** The real server in a process of its own, killed in the middle of edits to a text file. */
let folder: string;
let child: ChildProcess | null = null;
let port = 0;
let origin: string;
let owner: Person;
let projectId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groma-file-durability-'));
  await startServer();
  owner = await signUp(origin);
  projectId = await owner.makeProject();
}, 60_000);

afterAll(async () => {
  await end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

async function startServer(): Promise<void> {
  const started = spawn(
    process.execPath,
    [join(import.meta.dirname, '../src/main.ts'), '--port', String(port), '--data', folder],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, DATABASE_URL: '' } },
  );
  child = started;
  let said = '';
  origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (data: Buffer) => {
        said += data.toString();
        const address = /ready at (http:\S+)/.exec(said)?.[1];
        if (address) resolve(address);
      });
    }
    started.on('exit', () => {
      reject(new Error(`The server ended: ${said}`));
    });
  });
  // The same address again after a restart, so that clients find it.
  port = Number(new URL(origin).port);
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function makeFile(name: string, content: string | Uint8Array<ArrayBuffer> = 'first line\n'): Promise<void> {
  const form = new FormData();
  form.append('filePaths', `/data/${name}`);
  form.append('files', new Blob([content]), name);
  expect((await owner.fetch(`/api/gcs/projects/${projectId}/files`, { method: 'POST', body: form })).status).toBe(200);
}

async function enter(name: string): Promise<LiveConnection> {
  const { data } = await owner.client.call(fileRoom.openFileRoom, {
    params: { projectId },
    body: { path: `/data/${name}` },
  });
  const live = owner.live('file', data.roomId);
  await live.whenSynced();
  return live;
}

const onDisk = (name: string) => readFileSync(join(folder, 'files', projectId, 'data', name), 'utf8');

/** Writes lines until it is stopped; those that the server said are on disk go into `acknowledged`. */
function write(live: LiveConnection, name: string, acknowledged: Set<string>): () => void {
  const stopping = new AbortController();
  const written: string[] = [];
  void (async () => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      const line = `${name} wrote ${i}\n`;
      written.push(line);
      const text = fileText(live.doc);
      text.insert(i % 2 === 0 ? 0 : text.length, line);
      if (i % 3 !== 0) continue;
      await live.whenSaved();
      for (const each of written) acknowledged.add(each);
    }
  })();
  return () => {
    stopping.abort();
  };
}

test(
  '[FIL-069] a server that is killed while four people write has every acknowledged edit in the file and in the text when it is back, three times over',
  { timeout: 120_000 },
  async () => {
    await makeFile('log.txt');
    const acknowledged = new Set<string>(['first line\n']);
    for (const round of [1, 2, 3]) {
      const lives = await Promise.all(Array.from({ length: 4 }, () => enter('log.txt')));
      const before = acknowledged.size;
      const stops = lives.map((live, i) => write(live, `${round}-${i}`, acknowledged));
      // At another moment between two writings of the file each time.
      await expect.poll(() => acknowledged.size, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before + 60 * round);
      await end('SIGKILL');
      for (const stop of stops) stop();
      for (const live of lives) live.close();
      await startServer();
      const lines = new Set(onDisk('log.txt').split(/(?<=\n)/));
      expect([...acknowledged].filter((line) => !lines.has(line))).toEqual([]);
      const reader = await enter('log.txt');
      expect([fileText(reader.doc).toString() === onDisk('log.txt'), lines.size]).toEqual([
        true,
        onDisk('log.txt').split('\n').length - 1,
      ]);
      reader.close();
    }
  },
);

test(
  '[FIL-069] a server that is told to stop writes what was acknowledged before it ends',
  { timeout: 60_000 },
  async () => {
    await makeFile('stop.txt');
    const live = await enter('stop.txt');
    fileText(live.doc).insert(0, 'at the last moment\n');
    await live.whenSaved();
    await end('SIGTERM');
    live.close();
    expect(onDisk('stop.txt')).toBe('at the last moment\nfirst line\n');
    await startServer();
  },
);

test.skipIf(gdalMissing)(
  '[RAS-011] [SHL-036] a conversion at which the server is killed is done once more from its beginning, and nothing half done is left',
  { timeout: 120_000 },
  async () => {
    // Many zeros in a small file: long enough at work to be killed at it.
    execFileSync('gdal_create', [
      '-q',
      '-outsize',
      '12000',
      '12000',
      '-ot',
      'Byte',
      '-a_srs',
      'EPSG:32633',
      '-a_ullr',
      '500000',
      '5000000',
      '512000',
      '4988000',
      '-co',
      'SPARSE_OK=TRUE',
      join(folder, 'wide.tif'),
    ]);
    await makeFile('wide.tif', readFileSync(join(folder, 'wide.tif')));
    const id = crypto.randomUUID();
    const params = { operationId: id };
    await owner.client.call(conversion.convertFiles, {
      params: { projectId },
      body: { bucket_name: 'groma', operation_id: id, input_paths: ['/data/wide.tif'], output_format: 'cog' },
    });
    const workedAt = () =>
      readdirSync(join(folder, 'files', projectId, 'incoming'), { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('cog.tif') || name.endsWith('.tmp'));
    const copies = () =>
      readdirSync(join(folder, 'files', projectId, 'data')).filter((name) => name.startsWith('wide'));
    const statusOf = async () => (await owner.client.call(operation.readOperation, { params })).data.status;
    await expect.poll(workedAt, { timeout: 20_000, interval: 5 }).not.toEqual([]);
    await end('SIGKILL');
    // What is there in the end was not there yet: it is the work of the second beginning.
    expect(copies()).toEqual(['wide.tif']);
    await startServer();
    await expect.poll(statusOf, { timeout: 60_000 }).toBe('Completed');
    expect(copies()).toEqual(['wide (COG).tif', 'wide.tif']);
    await expect.poll(() => readdirSync(join(folder, 'files', projectId, 'incoming'))).toEqual([]);
  },
);
