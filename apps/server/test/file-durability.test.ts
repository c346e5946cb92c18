import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileText } from '@groma/model';
import { conversion, fileRoom, operation, type LiveConnection } from '@groma/protocol';
import { gdalMissing } from './gdal-files.ts';
import { KillableServer } from './killable-server.ts';
import { signUp, type Person } from './test-server.ts';

let server: KillableServer;
let owner: Person;
let projectId: string;

beforeAll(async () => {
  server = await KillableServer.start();
  owner = await signUp(server.origin);
  projectId = await owner.makeProject();
});

afterAll(() => server.remove(), 30_000);

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

const onDisk = (name: string) => readFileSync(join(server.folder, 'files', projectId, 'data', name), 'utf8');

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
      await server.kill();
      for (const stop of stops) stop();
      for (const live of lives) live.close();
      await server.start();
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

test('[FIL-069] a server that is told to stop writes what was acknowledged before it ends', async () => {
  await makeFile('stop.txt');
  const live = await enter('stop.txt');
  fileText(live.doc).insert(0, 'at the last moment\n');
  await live.whenSaved();
  await server.end('SIGTERM');
  live.close();
  expect(onDisk('stop.txt')).toBe('at the last moment\nfirst line\n');
  await server.start();
});

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
      join(server.folder, 'wide.tif'),
    ]);
    await makeFile('wide.tif', readFileSync(join(server.folder, 'wide.tif')));
    const id = crypto.randomUUID();
    const params = { operationId: id };
    await owner.client.call(conversion.convertFiles, {
      params: { projectId },
      body: { bucket_name: 'groma', operation_id: id, input_paths: ['/data/wide.tif'], output_format: 'cog' },
    });
    const workedAt = () =>
      readdirSync(join(server.folder, 'files', projectId, 'incoming'), { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('cog.tif') || name.endsWith('.tmp'));
    const copies = () =>
      readdirSync(join(server.folder, 'files', projectId, 'data')).filter((name) => name.startsWith('wide'));
    const statusOf = async () => (await owner.client.call(operation.readOperation, { params })).data.status;
    await expect.poll(workedAt, { timeout: 20_000, interval: 5 }).not.toEqual([]);
    await server.kill();
    // What is there in the end was not there yet: it is the work of the second beginning.
    expect(copies()).toEqual(['wide.tif']);
    await server.start();
    await expect.poll(statusOf, { timeout: 60_000 }).toBe('Completed');
    expect(copies()).toEqual(['wide (COG).tif', 'wide.tif']);
    await expect.poll(() => readdirSync(join(server.folder, 'files', projectId, 'incoming'))).toEqual([]);
  },
);
