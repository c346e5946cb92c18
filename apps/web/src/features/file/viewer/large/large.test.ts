import { expect, test } from 'vitest';
import { t } from '../../../../platform/text.ts';
import { LineStore, mostCachedRows } from './line-store.ts';
import { rowPixels, scrollScale, tallestPixels } from './scroll-scale.ts';
import { expectedRows } from './use-text-progress.ts';
import { overscanRows } from './virtual-lines.tsx';

test('[FIL-059] at most 1000 lines are kept, and those used last stay', () => {
  const store = new LineStore({ projectId: 'p', path: '/data/a', identity: '1' }, () => undefined);
  store.put(
    0,
    Array.from({ length: 700 }, (_, row) => ({ text: String(row) })),
  );
  store.put(
    5_000,
    Array.from({ length: 700 }, (_, row) => ({ text: String(row) })),
  );
  expect([store.size, mostCachedRows]).toEqual([1_000, 1_000]);
  expect([store.peek(0), store.peek(400)?.text, store.peek(5_699)?.text]).toEqual([undefined, '400', '699']);
});

test('[FIL-055] [FIL-060] a list beyond what browsers scroll reaches its first and last row, and overscans 5', () => {
  const scale = scrollScale(50_000_000, 950);
  expect(scale.height).toBe(tallestPixels);
  expect([scale.topOf(0), Math.round(scale.topOf(tallestPixels - 950) + 950 / rowPixels)]).toEqual([0, 50_000_000]);
  expect(scale.topOf(scale.scrollOf(12_345_678))).toBeCloseTo(12_345_678, 3);
  expect(scrollScale(3, 950)).toMatchObject({ height: 950, lastTop: 0 });
  expect(overscanRows).toBe(5);
});

test('[FIL-055] the number of lines is guessed by what was counted until it is known', () => {
  const progress = {
    identity: '',
    encoding: 'utf-8' as const,
    isEncodingGuessed: false,
    bytes: 1000,
    scannedBytes: 250,
    rowCount: 10,
    isComplete: false,
  };
  expect(expectedRows(progress)).toBe(40);
  expect(expectedRows({ ...progress, isComplete: true })).toBe(10);
});

test('[FIL-052] [FIL-053] [FIL-056] [FIL-061] the large viewer says what the specification says', () => {
  expect(t('file.viewer.large')).toBe('Large File (View Only)');
  expect(t('file.viewer.largeJson')).toBe('Large JSON File (View Only)');
  expect(t('file.viewer.linesReadOnly', { n: 1234 })).toBe(
    '1,234 lines, (Read-only due to file size larger than 20MB)',
  );
  expect(t('file.viewer.largeFailed')).toBe('Error loading large file');
});
