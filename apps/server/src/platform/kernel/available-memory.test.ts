import { expect, test } from 'vitest';
import { availableBytes } from './available-memory.ts';

test('[KRN-067] memory is that of the computer, or of a control group that has less', () => {
  expect(availableBytes(24, 16)).toBe(16);
  for (const none of [0, 2 ** 63, 24]) expect(availableBytes(24, none)).toBe(24);
  expect(availableBytes()).toBeGreaterThan(2 ** 20);
});
