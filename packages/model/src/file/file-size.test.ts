import { expect, test } from 'vitest';
import { formatFileSize, parseFileSize } from './file-size.ts';

test('[FIL-006] sizes in steps of 1024 with one decimal', () => {
  expect([0, 1023, 1024, 1_258_291, 5 * 1024 ** 3, 3 * 1024 ** 5].map(formatFileSize)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KB',
    '1.2 MB',
    '5.0 GB',
    '3072.0 TB',
  ]);
});

test('[FIL-004] [FIL-005] a size text is a number, a space and a unit', () => {
  expect([parseFileSize('1.5 KB'), parseFileSize('20 MB'), parseFileSize('7 B')]).toEqual([1536, 20 * 1024 ** 2, 7]);
  for (const bad of ['1.5KB', '12', 'MB', '1,5 MB', '5 PB', '-1 B', ''])
    expect(() => parseFileSize(bad)).toThrow('Invalid file size format');
});
