import { expect, test } from 'vitest';
import { FidSet, isTooLarge } from './fid-set.ts';

test('[MAP-116] a selection of three million ids is made, asked and walked through', () => {
  const all = FidSet.of(Int32Array.from({ length: 3_000_000 }, (_, index) => index + 1));
  expect(all.size).toBe(3_000_000);
  expect([all.has(1), all.has(3_000_000), all.has(0), all.has(3_000_001)]).toEqual([true, true, false, false]);
  let sum = 0;
  for (const fid of all) sum += fid;
  expect(sum).toBe((3_000_000 * 3_000_001) / 2);
});

test('[MAP-030] ids are added and taken away without changing what was handed out', () => {
  const few = FidSet.of([5, 2_147_483_647, 31, 32, 5]);
  const more = few.with([7]).without([31, 99]);
  expect([...few]).toEqual([5, 31, 32, 2_147_483_647]);
  expect([...more]).toEqual([5, 7, 32, 2_147_483_647]);
  expect([few.size, more.size]).toEqual([4, 4]);
  const seen: number[] = [];
  more.forEach((fid) => seen.push(fid));
  expect(seen).toEqual([...more.keys()]);
  expect([...more.entries()][0]).toEqual([5, 5]);
});

test('[MAP-116] [MAP-117] three million may be selected over all layers, one more is too many', () => {
  expect(isTooLarge({ a: { size: 2_000_000 }, b: { size: 1_000_000 } })).toBe(false);
  expect(isTooLarge({ a: { size: 2_000_000 }, b: { size: 1_000_001 } })).toBe(true);
});
