import { expect, test } from 'vitest';
import { contentRange, nextByte } from './send-file.ts';

test('[FIL-016] a chunk says its first and last byte and the whole', () => {
  expect(contentRange(0, 4_194_304, 5_000_000)).toBe('bytes 0-4194303/5000000');
  expect(contentRange(4_194_304, 5_000_000, 5_000_000)).toBe('bytes 4194304-4999999/5000000');
});

test('[FIL-017] after 308 the next chunk begins behind what the server has', () => {
  expect(nextByte('bytes=0-4194303')).toBe(4_194_304);
  expect(nextByte(null)).toBe(0);
});
