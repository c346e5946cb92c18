import { expect, test } from 'vitest';
import { readByteRange } from './byte-range.ts';

test('one range of bytes is read, from both ends, and what lies beyond is told', () => {
  const read = (header: string | undefined) => readByteRange(header, 100);
  expect([read('bytes=0-9'), read('bytes=90-'), read('bytes=-10'), read('bytes=95-300')]).toEqual([
    { start: 0, end: 9 },
    { start: 90, end: 99 },
    { start: 90, end: 99 },
    { start: 95, end: 99 },
  ]);
  expect([read('bytes=100-'), read('bytes=5-4'), readByteRange('bytes=0-', 0)]).toEqual([
    'unsatisfiable',
    'unsatisfiable',
    'unsatisfiable',
  ]);
  expect([read(undefined), read('bytes=-'), read('lines=1-2'), read('bytes=0-1,5-6')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
