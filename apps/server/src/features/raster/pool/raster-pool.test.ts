import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { image, smallTiff, type Fields } from '../../../../test/small-tiff.ts';
import { RasterPool } from './raster-pool.ts';
import type { RasterSource, RasterTask } from './raster-task.ts';

const folder = mkdtempSync(join(tmpdir(), 'groma-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));
const never = new AbortController().signal;

function sourceOf(name: string, fields: Fields): RasterSource {
  const path = join(folder, name);
  writeFileSync(path, smallTiff(fields));
  return { path, version: null, id: path, name };
}

const values = { bands: null, unscales: false, resampling: 'nearest' } as const;
/** Sines of a million pixels, five hundred times over: no signal is looked at meanwhile. */
const slowStatistics = (source: RasterSource): RasterTask => ({
  kind: 'statistics',
  source,
  values: { ...values, expressions: [Array.from({ length: 500 }, () => 'sin(b1)').join('+')] },
  longest: 1_024,
  percentiles: [],
  bins: 1,
});

test('however much long work waits, one thread is free of it for tiles', async () => {
  const pool = new RasterPool({ memoryBytes: 128 * 1024 * 1024, outboundAllowed: [], threads: 2 });
  const source = sourceOf('busy.tif', image(1_024, 1_024, 8));
  const over = new AbortController();
  let ended = 0;
  const long = Array.from({ length: 6 }, () =>
    pool
      .run(slowStatistics(source), over.signal)
      .catch((error: unknown) => error)
      .finally(() => {
        ended += 1;
      }),
  );
  for (let tile = 0; tile < 5; tile += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await pool.run({ kind: 'info', source }, never)).toMatchObject({ width: 1_024 });
  }
  expect(ended).toBeLessThan(3);
  over.abort();
  await Promise.all(long);
  await pool.close();
});

test('a thread that hangs is replaced: its task is refused by name, what else it had is done by the next', async () => {
  const pool = new RasterPool({
    memoryBytes: 64 * 1024 * 1024,
    outboundAllowed: [],
    threads: 1,
    limits: { workMs: 100, answerMs: 20 },
  });
  const source = sourceOf('slow.tif', image(1_024, 1_024, 8));
  const slow = slowStatistics(source);
  const over = new AbortController();
  const refusal = pool
    .run(slow, never)
    .catch((error: unknown) => error)
    .finally(() => {
      over.abort();
    });
  // One question after the other, the last of them while the thread hangs.
  let answer: unknown;
  // oxlint-disable-next-line no-await-in-loop
  while (!over.signal.aborted) answer = await pool.run({ kind: 'info', source }, never);
  expect(answer).toMatchObject({ width: 1_024 });
  expect(await refusal).toMatchObject({
    code: 'FILE_UNREADABLE',
    details: { name: 'slow.tif', detail: expect.stringContaining('This takes too long.') as string },
  });
  await pool.close();
});

test('an address that does not end its answers is given up by name, its connections with it, and keeps nobody from files', async () => {
  const bytes = smallTiff(image(64, 64, 8));
  const open = new Set<object>();
  let dripping: NodeJS.Timeout | undefined;
  const elsewhere = createServer((request, response) => {
    open.add(response);
    response.on('close', () => {
      open.delete(response);
    });
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    response.writeHead(206, {
      'content-range': `bytes ${from}-${Math.min(Number(to), bytes.length - 1)}/${bytes.length}`,
    });
    if (request.url?.startsWith('/drip.tif'))
      dripping ??= setInterval(() => {
        for (const each of open) (each as typeof response).write('I');
      }, 20);
    else if (request.url === '/broken.tif') response.write('I', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const pool = new RasterPool({
    memoryBytes: 64 * 1024 * 1024,
    outboundAllowed: ['127.0.0.1', 'localhost'],
    threads: 1,
  });
  const infoOf = (path: string, host = '127.0.0.1'): RasterTask => {
    const url = `http://${host}:${port}${path}`;
    return {
      kind: 'info',
      source: { path: url, version: { size: bytes.length, etag: null, modified: null }, id: url, name: path.slice(1) },
    };
  };
  expect(await pool.run(infoOf('/broken.tif'), never).catch((error: unknown) => error)).toMatchObject({
    code: 'FILE_UNREADABLE',
    details: { detail: `Failed to fetch resource: 127.0.0.1:${port} does not answer.` },
  });
  const over = new AbortController();
  let ended = 0;
  // As many as a thread takes of addresses: six of one host, and two of another.
  const hanging = Array.from({ length: 8 }, (_, index) =>
    pool
      .run(infoOf(`/drip.tif?${index}`, index < 6 ? '127.0.0.1' : 'localhost'), over.signal)
      .catch((error: unknown) => error)
      .finally(() => {
        ended += 1;
      }),
  );
  await expect.poll(() => open.size).toBe(8);
  expect([
    await pool.run<object>({ kind: 'info', source: sourceOf('beside.tif', image(32, 32, 8)) }, never),
    ended,
  ]).toMatchObject([{ width: 32 }, 0]);
  over.abort();
  await Promise.all(hanging);
  await expect.poll(() => open.size).toBe(0);
  await pool.close();
  const impatient = new RasterPool({
    memoryBytes: 64 * 1024 * 1024,
    outboundAllowed: ['127.0.0.1'],
    threads: 1,
    limits: { workMs: 500, answerMs: 20_000 },
  });
  expect(await impatient.run(infoOf('/drip.tif?late'), never).catch((error: unknown) => error)).toMatchObject({
    code: 'FILE_UNREADABLE',
    details: { name: 'drip.tif?late', detail: expect.stringContaining(`127.0.0.1:${port} answers slowly`) as string },
  });
  await expect.poll(() => open.size).toBe(0);
  clearInterval(dripping);
  await impatient.close();
  elsewhere.close();
});

test('what waits for one address does not fill the queue: it is told to come again, others are taken and pass it', async () => {
  const bytes = smallTiff(image(64, 64, 8));
  const elsewhere = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = bytes.subarray(Number(from), Number(to) + 1);
    if (request.url === '/answers.tif')
      response
        .writeHead(206, { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` })
        .end(part);
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const pool = new RasterPool({
    memoryBytes: 64 * 1024 * 1024,
    outboundAllowed: ['127.0.0.1', 'localhost'],
    threads: 1,
  });
  const over = new AbortController();
  const run = (url: string): Promise<unknown> =>
    pool
      .run(
        {
          kind: 'info',
          source: { path: url, version: { size: bytes.length, etag: null, modified: null }, id: url, name: 'a.tif' },
        },
        over.signal,
      )
      .catch((error: unknown) => error);
  // Six are worked on, two hundred wait.
  const slow = Array.from({ length: 206 }, (_, index) => run(`http://127.0.0.1:${port}/hangs.tif?${index}`));
  expect(await run(`http://127.0.0.1:${port}/hangs.tif`)).toMatchObject({ code: 'TILES_BUSY' });
  expect(await run(`http://localhost:${port}/answers.tif`)).toMatchObject({ width: 64 });
  over.abort(new Error('over'));
  expect(new Set((await Promise.all(slow)).map(String))).toEqual(new Set(['Error: over']));
  await pool.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

test('readers of publications fill a quarter of the queue: then they come again, and who is at work is taken', async () => {
  const pool = new RasterPool({ memoryBytes: 64 * 1024 * 1024, outboundAllowed: [], threads: 1 });
  const source = sourceOf('read.tif', image(64, 64, 8));
  const over = new AbortController();
  const run = (isForReader: boolean): Promise<unknown> =>
    pool.run({ kind: 'info', source }, over.signal, isForReader).catch((error: unknown) => error);
  // Two are worked on, five hundred wait.
  const reading = Array.from({ length: 502 }, () => run(true));
  expect(await run(true)).toMatchObject({ code: 'TILES_BUSY' });
  const working = Array.from({ length: 1_500 }, () => run(false));
  expect(await run(false)).toMatchObject({ code: 'TILES_BUSY' });
  over.abort(new Error('over'));
  expect(new Set((await Promise.all([...reading, ...working])).map(String))).toEqual(new Set(['Error: over']));
  await pool.close();
});

test('who goes while a raster is opened takes nothing from others that wait for it', async () => {
  const bytes = smallTiff(image(64, 64, 8));
  const [asked, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const elsewhere = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = bytes.subarray(Number(from), Number(to) + 1);
    asked.resolve();
    void hold.promise.then(() =>
      response
        .writeHead(206, { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` })
        .end(part),
    );
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/a.tif`;
  const pool = new RasterPool({ memoryBytes: 64 * 1024 * 1024, outboundAllowed: ['127.0.0.1'], threads: 1 });
  const task: RasterTask = {
    kind: 'info',
    source: { path: url, version: { size: bytes.length, etag: null, modified: null }, id: url, name: 'a.tif' },
  };
  const first = new AbortController();
  const gone = pool.run(task, first.signal).catch((error: unknown) => error);
  const stays = pool.run(task, never);
  await asked.promise;
  first.abort(new Error('gone'));
  expect(await gone).toEqual(new Error('gone'));
  hold.resolve();
  expect(await stays).toMatchObject({ width: 64 });
  await pool.close();
  elsewhere.close();
});
