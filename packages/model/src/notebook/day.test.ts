import { expect, test } from 'vitest';
import { addDays, addMonths, formatDay, parseDay, weekdayOf } from './day.ts';

test('[NBK-096] a date is written dd-MM-yyyy and read from it; days that are none are refused', () => {
  expect(formatDay({ year: 2026, month: 3, day: 9 })).toBe('09-03-2026');
  expect(parseDay('09-03-2026')).toEqual({ year: 2026, month: 3, day: 9 });
  expect(parseDay(' 9-3-2026 ')).toEqual({ year: 2026, month: 3, day: 9 });
  expect(parseDay('29-02-2024')).toEqual({ year: 2024, month: 2, day: 29 });
  for (const text of ['', '29-02-2026', '31-04-2026', '00-01-2026', '01-13-2026', '2026-03-09', '9/3/2026', 'x'])
    expect(parseDay(text)).toBeNull();
  expect(parseDay(formatDay({ year: 50, month: 1, day: 1 }))).toEqual({ year: 50, month: 1, day: 1 });
});

test('[NBK-096] a calendar goes on over the ends of months and years', () => {
  expect(addDays({ year: 2026, month: 12, day: 31 }, 1)).toEqual({ year: 2027, month: 1, day: 1 });
  expect(addDays({ year: 2024, month: 3, day: 1 }, -1)).toEqual({ year: 2024, month: 2, day: 29 });
  expect(addMonths({ year: 2026, month: 1, day: 31 }, 1)).toEqual({ year: 2026, month: 2, day: 28 });
  expect(addMonths({ year: 2026, month: 1, day: 31 }, -1)).toEqual({ year: 2025, month: 12, day: 31 });
  expect(addMonths({ year: 2026, month: 11, day: 5 }, 14)).toEqual({ year: 2028, month: 1, day: 5 });
  expect([weekdayOf({ year: 2026, month: 11, day: 21 }), weekdayOf({ year: 2026, month: 11, day: 22 })]).toEqual([
    6, 0,
  ]);
});
