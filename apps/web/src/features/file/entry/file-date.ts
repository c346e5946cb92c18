const parts = {
  whole: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  day: { month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'short' },
} as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs more than drawing a row, so that one serves all. */
function formatOf(locale: string, part: keyof typeof parts): Intl.DateTimeFormat {
  const key = `${locale} ${part}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, parts[part]);
  formats.set(key, format);
  return format;
}

/** The date and time of a file. */
export function fileDate(when: string, locale: string): string {
  return formatOf(locale, 'whole').format(new Date(when));
}

/** What of it tells most where there is little room: the time of today, the day of this year, else the month. */
export function shortFileDate(when: string, locale: string, now = new Date()): string {
  const date = new Date(when);
  if (date.toDateString() === now.toDateString()) return formatOf(locale, 'time').format(date);
  return formatOf(locale, date.getFullYear() === now.getFullYear() ? 'day' : 'month').format(date);
}
