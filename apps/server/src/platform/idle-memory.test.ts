import { expect, test } from 'vitest';
import { giveMemoryBack } from './idle-memory.ts';

const MiB = 1024 * 1024;
const heap = () => process.memoryUsage().heapTotal;

test('[ACC-128] what load has left on the heap is given back once there is little to do', async () => {
  const before = heap();
  let load: object[] | null = Array.from({ length: 1_500_000 }, (_, i) => ({ i, text: `x${i}` }));
  expect(heap() - before).toBeGreaterThan(64 * MiB);
  const high = heap();
  expect(load.length).toBeGreaterThan(0);
  load = null;
  const stop = giveMemoryBack({ lookMs: 20, quietPart: 0.9, worthBytes: 8 * MiB });
  await expect.poll(heap, { timeout: 10_000 }).toBeLessThan(high - 48 * MiB);
  stop();
});
