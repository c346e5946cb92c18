/** A time that something took, as people say it: `0.42 s`, `12.3 s`, `3:05`. */
export function durationText(ms: number, locale: string): string {
  const seconds = ms / 1000;
  if (seconds >= 60) return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  const digits = seconds < 10 ? 2 : 1;
  return `${seconds.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })} s`;
}
