import { expect, test } from 'vitest';
import { BlockCache } from './block-cache.ts';

test('blocks that a file leaves out take room as well, and one that comes twice takes it once', async () => {
  const cache = new BlockCache(8_192);
  for (let block = 0; block < 100; block += 1) void cache.takeNew(String(block), Promise.resolve(null));
  await cache.takeComing('99');
  expect([cache.take('0'), cache.take('99'), cache.bytes <= 8_192]).toEqual([undefined, null, true]);
  const before = cache.bytes;
  await cache.takeNew('99', Promise.resolve(null));
  expect(cache.bytes).toBe(before);
});

test('what is being read takes the room of blocks that are kept, and gives it back', async () => {
  const cache = new BlockCache(8_192);
  const fill = async () => {
    for (let block = 0; block < 100; block += 1) await cache.takeNew(String(block), Promise.resolve(null));
    return cache.bytes;
  };
  expect(await fill()).toBeGreaterThan(7_000);
  expect(await cache.work.run(4_096, () => Promise.resolve(cache.bytes))).toBeLessThanOrEqual(4_096);
  expect(await cache.work.run(4_096, fill)).toBeLessThanOrEqual(4_096);
  expect(await fill()).toBeGreaterThan(7_000);
});

test('the memory of a block that had to go is let go when the last who reads it has given it back', async () => {
  const size = 100_000;
  const cache = new BlockCache(size * 2);
  const coming = cache.takeNew('a', Promise.resolve(new Uint8Array(size)));
  const [first, second] = await Promise.all([coming, cache.takeComing('a')]);
  expect([first === second, cache.take('a') === first]).toEqual([true, true]);
  const others = await Promise.all(['b', 'c'].map((key) => cache.takeNew(key, Promise.resolve(new Uint8Array(size)))));
  expect([cache.take('a'), first!.length]).toEqual([undefined, size]);
  for (const left of [size, size, 0]) {
    cache.giveBack(first!);
    expect(first!.length).toBe(left);
  }
  // One that is still kept stays, whoever gave it back.
  for (const block of others) cache.giveBack(block);
  expect(others.map((block) => block!.length).toSorted((a, b) => a - b)).toEqual([0, size]);
});

test('a block that had to go at once is given to nobody who was not there when it came', async () => {
  const cache = new BlockCache(10_000);
  const decoded = Promise.resolve(new Uint8Array(100_000));
  const first = cache.takeNew('a', decoded);
  expect(await decoded.then(() => [cache.take('a'), cache.takeComing('a')])).toEqual([undefined, undefined]);
  expect((await first)!.length).toBe(100_000);
  const refusal = cache.takeNew('b', Promise.reject(new Error('damaged'))).catch((error: unknown) => error);
  expect([await refusal, cache.takeComing('b')]).toEqual([new Error('damaged'), undefined]);
});
