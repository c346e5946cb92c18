import type { ExpressionFunction, Parameter } from '../node.ts';
import { toDate, type Value } from '../value.ts';

const date: Parameter = { name: 'date', type: 'date' };
const DAY = 86_400_000;
const DURATIONS: Record<string, number> = {
  day: DAY,
  days: DAY,
  week: 7 * DAY,
  weeks: 7 * DAY,
  hour: 3_600_000,
  hours: 3_600_000,
  minute: 60_000,
  minutes: 60_000,
  second: 1_000,
  seconds: 1_000,
};

const MONTHS: Record<string, number> = { month: 1, months: 1, year: 12, years: 12 };

const part = (name: string, read: (value: Date) => number, example: string): ExpressionFunction => ({
  name,
  group: 'date',
  parameters: [date],
  result: 'number',
  example,
  run: ([value]) => read(value as Date),
});

/** Dates are UTC, as they are written; a text of ISO 8601 stands for its date. */
export const DATE_FUNCTIONS: readonly ExpressionFunction[] = [
  {
    name: 'date',
    group: 'date',
    parameters: [{ name: 'text', type: 'any' }],
    result: 'date',
    example: "date('2024-05-31')",
    run: ([value]) => toDate(value ?? null),
  },
  {
    name: 'make_date',
    group: 'date',
    parameters: [
      { name: 'year', type: 'number' },
      { name: 'month', type: 'number' },
      { name: 'day', type: 'number' },
    ],
    result: 'date',
    example: 'make_date(2024, 5, 31)',
    run: ([year, month, day]) => toDate(`${pad(year, 4)}-${pad(month)}-${pad(day)}`),
  },
  {
    name: 'today',
    group: 'date',
    parameters: [],
    result: 'date',
    example: 'today()',
    run: () => new Date(Math.floor(Date.now() / DAY) * DAY),
  },
  part('year', (value) => value.getUTCFullYear(), "year('2024-05-31')"),
  part('month', (value) => value.getUTCMonth() + 1, "month('2024-05-31')"),
  part('day', (value) => value.getUTCDate(), "day('2024-05-31')"),
  part('hour', (value) => value.getUTCHours(), "hour('2024-05-31T14:30:00Z')"),
  part('minute', (value) => value.getUTCMinutes(), "minute('2024-05-31T14:30:00Z')"),
  part('weekday', (value) => value.getUTCDay() || 7, "weekday('2024-05-31')"),
  part(
    'day_of_year',
    (value) => Math.floor((value.getTime() - Date.UTC(value.getUTCFullYear(), 0, 1)) / DAY) + 1,
    "day_of_year('2024-05-31')",
  ),
  {
    name: 'add_time',
    group: 'date',
    parameters: [
      date,
      { name: 'count', type: 'number' },
      { name: 'unit', type: 'text', optional: true, choices: [...Object.keys(DURATIONS), ...Object.keys(MONTHS)] },
    ],
    result: 'date',
    example: "add_time('2024-05-31', 2, 'weeks')",
    run: ([value, count, unit = 'days']) => later(value as Date, count as number, unit as string),
  },
  {
    name: 'time_between',
    group: 'date',
    parameters: [
      { name: 'from', type: 'date' },
      { name: 'to', type: 'date' },
      { name: 'unit', type: 'text', optional: true, choices: Object.keys(DURATIONS) },
    ],
    result: 'number',
    example: "time_between('2024-05-01', '2024-05-31')",
    run: ([from, to, unit = 'days']) => between(from as Date, to as Date, unit as string),
  },
  {
    name: 'format_date',
    group: 'date',
    parameters: [date, { name: 'pattern', type: 'text' }],
    result: 'text',
    example: "format_date('2024-05-31', 'DD.MM.YYYY')",
    run: ([value, pattern]) => formatted(value as Date, pattern as string),
  },
];

function pad(value: Value | undefined, length = 2): string {
  return String(value).padStart(length, '0');
}

/** Months and years keep the day of the month, or take the last one there is. */
function later(value: Date, count: number, unit: string): Date | null {
  const duration = DURATIONS[unit];
  if (duration !== undefined) return valid(new Date(value.getTime() + count * duration));
  const months = MONTHS[unit];
  if (months === undefined) return null;
  const moved = new Date(value);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + Math.trunc(count) * months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(value.getUTCDate(), last));
  return valid(moved);
}

function between(from: Date, to: Date, unit: string): number | null {
  const duration = DURATIONS[unit];
  return duration === undefined ? null : (to.getTime() - from.getTime()) / duration;
}

function valid(value: Date): Date | null {
  return Number.isNaN(value.getTime()) ? null : value;
}

function formatted(value: Date, pattern: string): string {
  const words: Record<string, string> = {
    YYYY: pad(value.getUTCFullYear(), 4),
    MM: pad(value.getUTCMonth() + 1),
    DD: pad(value.getUTCDate()),
    HH: pad(value.getUTCHours()),
    mm: pad(value.getUTCMinutes()),
    ss: pad(value.getUTCSeconds()),
  };
  return pattern.replace(/YYYY|MM|DD|HH|mm|ss/g, (word) => words[word]!);
}
