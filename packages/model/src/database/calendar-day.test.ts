import { expect, test } from 'vitest';
import { calendarDay, isoDay } from './calendar-day.ts';

test('[DBS-085] days are those of the calendar, as a Date counts them and far beyond', () => {
  const dayMs = 86_400_000;
  for (let day = -100_000_000; day <= 100_000_000; day += 9_973)
    expect(isoDay(day)).toBe(new Date(day * dayMs).toISOString().slice(0, -14));
  for (const [first, days] of [
    [Date.UTC(1999, 11, 1), 500],
    [Date.UTC(-1, 0, 1), 800],
    [Date.UTC(1899, 0, 1), 800],
  ] as const) {
    for (let day = first / dayMs; day < first / dayMs + days; day++)
      expect(isoDay(day)).toBe(new Date(day * dayMs).toISOString().slice(0, -14));
  }
  // As DuckDB 1.5 writes them.
  expect(
    [-735_160, -719_163, -719_528, 3_789_392, 108_853_223, -106_639_486, 2_147_483_647, -2_147_483_647].map(
      calendarDay,
    ),
  ).toEqual([
    '0044-03-15 (BC)',
    '0001-12-31 (BC)',
    '0001-01-01 (BC)',
    '12345-01-02',
    '300000-01-02',
    '290000-01-02 (BC)',
    'infinity',
    '-infinity',
  ]);
});
