import { expect, test } from 'vitest';
import { timesAfter } from './start-times.ts';

const times = (cron: string, timeZone: string, after: string, count = 3) =>
  timesAfter({ cron, timeZone }, new Date(after), count).map((time) => time.toISOString());

test('[WFL-163] a schedule comes at its hour in its time zone, in summer and winter', () => {
  expect(times('0 6 * * 1-5', 'America/New_York', '2026-10-30T12:00:00Z')).toEqual([
    '2026-11-02T11:00:00.000Z',
    '2026-11-03T11:00:00.000Z',
    '2026-11-04T11:00:00.000Z',
  ]);
  expect(times('0 6 * * *', 'Asia/Kolkata', '2026-06-01T00:00:00Z', 1)).toEqual(['2026-06-01T00:30:00.000Z']);
  expect(times('15 8 * MAR THU', 'UTC', '2026-03-01T00:00:00Z', 1)).toEqual(['2026-03-05T08:15:00.000Z']);
});

test('[WFL-163] an hour that summer time leaves out comes an hour later, one that comes twice begins one run', () => {
  expect(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  expect(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
  // Asked just after the first of the two, as the server does when it has begun the run.
  expect(times('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:01Z', 1)).toEqual(['2026-10-26T01:30:00.000Z']);
  expect(times('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:15:00Z', 3)).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ]);
});

test.each([
  ['* * * *', 'UTC', 'five fields'],
  ['0 * * * * *', 'UTC', 'five fields'],
  ['H * * * *', 'UTC', 'five fields'],
  ['60 * * * *', 'UTC', 'cron: '],
  ['0 0 30 2 *', 'UTC', 'cron: '],
  ['every day at six', 'UTC', 'five fields'],
  ['0 0 * * *', 'Mars/Olympus', 'there is no time zone “Mars/Olympus”'],
])('[WFL-163] “%s” in %s is refused', (cron, zone, said) => {
  expect(() => times(cron, zone, '2026-01-01T00:00:00Z')).toThrow(said);
});
