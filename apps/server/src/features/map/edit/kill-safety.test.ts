import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import pg from 'pg';
import { makeDatabase, signUp } from '../../../../test/test-server.ts';
import { TestMap } from '../../../../test/test-map.ts';

const main = join(import.meta.dirname, '../../../main.ts');
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

async function start(dataFolder: string, databaseUrl: string): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [main, '--port', '0', '--data', dataFolder], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let text = '';
  for await (const chunk of child.stdout!) {
    text += String(chunk);
    const origin = text.match(/http:\/\/\S+/)?.[0];
    if (origin) return { child, origin };
  }
  throw new Error(`The server did not start: ${text}`);
}

test('[MAP-090] every edit that was acknowledged before the server was killed is there after', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'groma-kill-'));
  const databaseUrl = await makeDatabase();
  const first = await start(dataFolder, databaseUrl);
  const ann = await signUp(first.origin);
  const own = await TestMap.make(ann);
  const layerId = await own.draw('killed', [{ n: 0 }]);
  const acknowledged: { seq: number; fid: number }[] = [];
  const edit = async (n: number): Promise<void> => {
    const { layers } = await own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: {
        [layerId]: {
          type: 'Add',
          features: [{ geometry: { type: 'Point', coordinates: [0, 0] }, properties: { n } }],
        },
      },
    });
    acknowledged.push({ seq: layers[layerId]!.seq, fid: layers[layerId]!.edits[0]!.fids[0]! });
  };
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 1; ; n++) await edit(writer * 10_000 + n);
  });
  const stopped = Promise.allSettled(writers);
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await stopped;

  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ seq: string; fid: number }>(
    `SELECT seq, (operation->'features'->0->>'fid')::int AS fid FROM layer_edits WHERE layer_id = $1 AND operation->>'type' = 'Add'`,
    [layerId],
  );
  await client.end();
  const written = new Map(rows.map(({ seq, fid }) => [Number(seq), fid]));
  expect(acknowledged.filter(({ seq, fid }) => written.get(seq) !== fid)).toEqual([]);
  expect(new Set(written.values()).size).toBe(written.size);

  const second = await start(dataFolder, databaseUrl);
  const reply = await fetch(`${second.origin}/maps/read-map?${new URLSearchParams(own.query)}`, {
    headers: { cookie: ann.cookie },
  });
  const features = (await reply.text())
    .trim()
    .split('\n')
    .flatMap(
      (line) => (JSON.parse(line) as { vector_features?: { features: unknown[] } }).vector_features?.features ?? [],
    );
  expect(features).toHaveLength(written.size);
  second.child.kill('SIGKILL');
  await once(second.child, 'exit');
  await rm(dataFolder, { recursive: true, force: true });
});
