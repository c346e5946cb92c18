import { expect, test } from 'vitest';
import { BoundedWork } from './bounded-work.ts';

test('runs a few at a time, lets a few wait, and refuses the rest until one has ended', async () => {
  const work = new BoundedWork({ atOnce: 2, waiting: 1 });
  const { signal } = new AbortController();
  const ends: (() => void)[] = [];
  const begin = () => work.run(signal, () => new Promise<void>((resolve) => ends.push(resolve)));
  const asked = [begin(), begin(), begin()];
  await expect(begin()).rejects.toMatchObject({ code: 'BUSY', status: 503 });
  await expect.poll(() => ends.length).toBe(2);
  ends[0]!();
  await asked[0];
  await expect.poll(() => ends.length).toBe(3);
  const last = begin();
  for (const end of ends.slice(1)) end();
  await expect.poll(() => ends.length).toBe(4);
  ends[3]!();
  await Promise.all([...asked, last]);
  await expect(work.run(signal, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await work.run(signal, () => Promise.resolve('done'))).toBe('done');
});
