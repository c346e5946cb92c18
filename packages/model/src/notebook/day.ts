/** A day of the calendar; months from 1. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/** Reads `dd-MM-yyyy` (NBK-096); null for another form, or for a day the calendar has not. */
export function parseDay(text: string): Day | null {
  const found = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(text.trim());
  if (!found) return null;
  const [day, month, year] = found.slice(1).map(Number) as [number, number, number];
  const date = utcDate({ year, month, day });
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : null;
}

/** Writes a day as `dd-MM-yyyy` (NBK-096). */
export function formatDay({ year, month, day }: Day): string {
  return `${String(day).padStart(2, '0')}-${String(month).padStart(2, '0')}-${String(year).padStart(4, '0')}`;
}

/** The day so many days later, or earlier with a number below 0. */
export function addDays(from: Day, count: number): Day {
  return dayOf(utcDate({ ...from, day: from.day + count }));
}

/** The same day so many months later; the last of that month where it has no such day. */
export function addMonths({ year, month, day }: Day, count: number): Day {
  const last = dayOf(utcDate({ year, month: month + count + 1, day: 0 }));
  return { ...last, day: Math.min(day, last.day) };
}

/** Day of the week, 0 for Sunday. */
export function weekdayOf(day: Day): number {
  return utcDate(day).getUTCDay();
}

function utcDate({ year, month, day }: Day): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function dayOf(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
