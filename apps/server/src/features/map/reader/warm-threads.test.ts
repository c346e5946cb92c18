import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DiskBlobStore } from '../../../platform/storage/blob-store.ts';
import type { LayerWorker } from './layer-worker.ts';
import { WarmThreads } from './warm-threads.ts';

let folder = '';
let blobs: DiskBlobStore;
const made: WarmThreads[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groma-threads-'));
  blobs = new DiskBlobStore(folder);
});
afterAll(async () => {
  for (const threads of made) await threads.close();
  await rm(folder, { recursive: true, force: true });
});

function threadsOf(limits: Partial<{ most: number; idleMs: number; heavyBytes: number }> = {}): WarmThreads {
  const threads = new WarmThreads(blobs, { most: 1, idleMs: 60_000, heavyBytes: 1024 ** 3, ...limits });
  made.push(threads);
  return threads;
}

const never = new AbortController().signal;

/** Something small that a thread really does; answers which thread it was. */
async function work(thread: LayerWorker): Promise<LayerWorker> {
  await thread.call('forgetLayer', { layerId: 'none' });
  return thread;
}

test('[WFL-172] a thread stays for the next piece of work', async () => {
  const threads = threadsOf();
  const first = await threads.run(never, work);
  expect(first.isIdle).toBe(true);
  expect(first.heldBytes).toBeGreaterThan(0);
  expect(await threads.run(never, work)).toBe(first);
});

test('[WFL-172] a thread whose work failed, was given up or is still under way is ended', async () => {
  const threads = threadsOf();
  const first = await threads.run(never, work);
  const failing = threads.run(never, async (thread) => {
    await work(thread);
    throw new Error('the tool failed');
  });
  await expect(failing).rejects.toThrow('the tool failed');
  expect(first.isIdle).toBe(false);

  const aborter = new AbortController();
  let second: LayerWorker | null = null;
  const canceled = threads.run(aborter.signal, async (thread) => {
    second = await work(thread);
    aborter.abort(new Error('canceled'));
    return work(thread);
  });
  await expect(canceled).rejects.toThrow('canceled');
  expect(second).not.toBe(first);
  expect(second!.isIdle).toBe(false);

  const third = await threads.run(never, async (thread) => {
    // Not waited for: it would be in the way of what comes next.
    thread.call('listCrs', null).catch(() => undefined);
    return thread;
  });
  expect(await threads.run(never, work)).not.toBe(third);
});

test('[WFL-172] a thread that is idle for long or holds much memory is ended', async () => {
  const short = threadsOf({ idleMs: 1 });
  const first = await short.run(never, work);
  await expect.poll(() => first.isIdle).toBe(false);
  expect(await short.run(never, work)).not.toBe(first);
  const light = threadsOf({ heavyBytes: 1 });
  expect((await light.run(never, work)).isIdle).toBe(false);
});

test('[WFL-172] no more threads work at once than may, and none stays once they are closed', async () => {
  const threads = threadsOf({ most: 2 });
  let [now, most] = [0, 0];
  const used = await Promise.all(
    Array.from({ length: 6 }, () =>
      threads.run(never, async (thread) => {
        most = Math.max(most, ++now);
        await work(thread);
        now--;
        return thread;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(new Set(used).size).toBe(2);
  await threads.close();
  expect(used.some(({ isIdle }) => isIdle)).toBe(false);
  expect((await threads.run(never, work)).isIdle).toBe(false);
});
