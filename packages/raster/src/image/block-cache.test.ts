import { expect, test } from 'vitest';
import { BlockCache } from './block-cache.ts';

test('blocks that a file leaves out take room as well, and one that comes twice takes it once', async () => {
  const cache = new BlockCache(8_192);
  for (let block = 0; block < 100; block += 1) void cache.fetch(String(block), Promise.resolve(null));
  await cache.waiting('99');
  expect([cache.get('0'), cache.get('99'), cache.bytes <= 8_192]).toEqual([undefined, null, true]);
  const before = cache.bytes;
  await cache.fetch('99', Promise.resolve(null));
  expect(cache.bytes).toBe(before);
});

test('what is being read takes the room of blocks that are kept, and gives it back', async () => {
  const cache = new BlockCache(8_192);
  const fill = async () => {
    for (let block = 0; block < 100; block += 1) await cache.fetch(String(block), Promise.resolve(null));
    return cache.bytes;
  };
  expect(await fill()).toBeGreaterThan(7_000);
  expect(await cache.work.run(4_096, () => Promise.resolve(cache.bytes))).toBeLessThanOrEqual(4_096);
  expect(await cache.work.run(4_096, fill)).toBeLessThanOrEqual(4_096);
  expect(await fill()).toBeGreaterThan(7_000);
});
