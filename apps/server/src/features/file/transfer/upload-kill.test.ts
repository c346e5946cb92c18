import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { file } from '@groma/protocol';
import { makeDatabase, signUp, type Person } from '../../../../test/test-server.ts';
import { sha256, UploadClient } from '../../../../test/upload-client.ts';

/** The real server in a process of its own, killed in the middle of an upload and started again. */
let folder: string;
let databaseUrl: string;
let child: ChildProcess;
let port = 0;
let origin: string;
let ann: Person;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groma-kill-'));
  databaseUrl = await makeDatabase();
  await start();
  ann = await signUp(origin);
});
afterAll(async () => {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../main.ts'), '--port', String(port), '--data', folder],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATABASE_URL: databaseUrl, GROMA_SAMPLE: 'off' },
    },
  );
  let said = '';
  origin = await new Promise<string>((resolve, reject) => {
    const listen = (data: Buffer): void => {
      said += data.toString();
      const address = /ready at (http:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.on('exit', () => {
      reject(new Error(`The server ended: ${said}`));
    });
  });
  port = Number(new URL(origin).port);
}

test('[FIL-017] [FIL-018] an upload goes on after the server was killed in the middle of it, to the same bytes; nothing half is listed', async () => {
  const projectId = await ann.makeProject();
  const list = async () =>
    (await ann.client.call(file.listFiles, { params: { projectId } })).data.map(({ path }) => path);
  const body = randomBytes(3_000_000);
  const client = await UploadClient.open(ann, origin, projectId, '/data/large.bin', body.length);
  expect(await client.put(0, new Uint8Array(body.subarray(0, 1_000_000)))).toEqual({
    status: 308,
    received: 1_000_000,
  });
  const cut = client.cut(1_000_000, body.subarray(1_000_000, 2_000_000), 600_000);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await Promise.all([cut, ended]);
  await start();
  expect(await list()).toEqual([]);
  const { status, received } = await client.probe();
  expect([status, received >= 1_000_000, received < 2_000_000]).toEqual([308, true, true]);
  expect(await client.put(received, new Uint8Array(body.subarray(received)))).toMatchObject({
    status: 200,
    received: body.length,
    sha256: sha256(body),
  });
  expect(await list()).toEqual(['/data/large.bin']);
  expect((await ann.client.call(file.hashFile, { params: { projectId, path: 'data/large.bin' } })).sha256).toBe(
    sha256(body),
  );
});
