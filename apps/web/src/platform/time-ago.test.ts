import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = new Date(2026, 7, 20, 12, 0, 0);
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

test.each([
  [0, 'now'],
  [59, 'now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [86_400, 'yesterday'],
  [6 * 86_400, '6 days ago'],
  [7 * 86_400, 'August 13'],
  [300 * 86_400, 'October 24, 2025'],
])('%i seconds before is said as %j', (seconds, text) => {
  expect(timeAgo(before(seconds), now, 'en')).toBe(text);
});

test('[SHL-006] times are told in the language', () => {
  expect(['ar', 'pl', 'ja', 'fil'].map((locale) => timeAgo(before(3 * 3_600), now, locale))).toEqual([
    'قبل 3 ساعات',
    '3 godziny temu',
    '3 時間前',
    '3 oras ang nakalipas',
  ]);
  expect(timeAgo(before(10 * 86_400), now, 'de')).toMatch(/^\d{1,2}\. \p{L}+$/u);
});
