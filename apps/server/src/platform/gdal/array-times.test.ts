import { expect, test } from 'vitest';
import { decodeTimes } from './array-times.ts';

// What cftime 1.6 answers for the same numbers.
test.each([
  ['hours since 1900-01-01 00:00:00.0', undefined, [0, 1_043_135.5], ['1900-01-01 00:00', '2018-12-31 23:30']],
  ['hours since 1-1-1 00:00:0.0', 'standard', [17_540_448], ['2002-01-01']],
  ['days since 0001-01-01', 'proleptic_gregorian', [730_851], ['2002-01-02']],
  ['days since 1582-10-04', 'gregorian', [0, 1], ['1582-10-04', '1582-10-15']],
  ['days since 2001-01-01', 'noleap', [59, 60, 365 * 3 + 59], ['2001-03-01', '2001-03-02', '2004-03-01']],
  ['days since 2001-01-01', 'all_leap', [59], ['2001-02-29']],
  ['days since 2000-01-01', '360_day', [59, 359], ['2000-02-30', '2000-12-30']],
  ['seconds since 1970-01-01T00:00:00Z', undefined, [1_700_000_000], ['2023-11-14 22:13:20']],
  ['minutes since 2020-01-01 00:00 +02:00', undefined, [0], ['2019-12-31 22:00']],
  ['days since 1900-03-01', 'julian', [-1, -2], ['1900-02-29', '1900-02-28']],
])('[RAS-070] times in “%s” of the calendar %s are dates', (unit, calendar, values, dates) => {
  expect(decodeTimes(values, unit, calendar)).toEqual(dates);
});

test('[RAS-070] an axis in a unit without a fixed length, a calendar that is not known, or of no numbers has no dates', () => {
  expect(decodeTimes([1], 'months since 2000-01-01')).toBeNull();
  expect(decodeTimes([1], 'days since 2000-01-01', 'martian')).toBeNull();
  expect(decodeTimes([Number.NaN], 'days since 2000-01-01')).toBeNull();
  expect(decodeTimes([1], undefined)).toBeNull();
});
