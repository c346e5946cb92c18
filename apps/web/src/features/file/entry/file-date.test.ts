import { expect, test } from 'vitest';
import { shortFileDate } from './file-date.ts';

test('a short date is the time of today, the day of this year, the month of another', () => {
  const now = new Date(2026, 5, 15, 18);
  const short = (...at: [number, number, number, number]) => shortFileDate(new Date(...at).toISOString(), 'de', now);
  expect(short(2026, 5, 15, 9)).toBe('09:00');
  expect(short(2026, 5, 14, 9)).toBe('14. Juni');
  expect(short(2025, 5, 15, 18)).toBe('Juni 2025');
});
