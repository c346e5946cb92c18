import { expect, test } from 'vitest';
import { inParts, mayMoveInto } from './move-files.ts';

test('[FIL-073] nothing is moved into itself, into what it holds, or where it is already', () => {
  const tries: [string, string][] = [
    ['/data/a', '/data/b'],
    ['/data/a', '/data/a'],
    ['/data/a', '/data/a/b'],
    ['/data/a/x.txt', '/data/a'],
    ['/data/a', '/data/ab'],
    ['/data/a/x.txt', '/data'],
  ];
  expect(tries.map(([path, folder]) => mayMoveInto(path, folder))).toEqual([true, false, false, false, true, true]);
});

test('many paths go in several calls, and the replies stay in order', async () => {
  const paths = Array.from({ length: 25_000 }, (_, index) => `/data/${index}`);
  const sizes: number[] = [];
  const replies = await inParts(paths, (part) => {
    sizes.push(part.length);
    return Promise.resolve(part);
  });
  expect([sizes, replies.length, replies[24_999]]).toEqual([[10_000, 10_000, 5_000], 25_000, '/data/24999']);
});
