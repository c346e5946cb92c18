const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
];

/** "4 minutes ago" up to a week, then the date; the year only where it is another one. */
export function timeAgo(when: Date, now: Date, locale: string): string {
  const seconds = (now.getTime() - when.getTime()) / 1_000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (seconds < 60) return format.format(0, 'second');
  if (seconds < 7 * 86_400) {
    const [unit, size] = steps.findLast(([, length]) => seconds >= length) ?? ['minute', 60];
    return format.format(-Math.floor(seconds / size), unit);
  }
  const isThisYear = when.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(when);
}
