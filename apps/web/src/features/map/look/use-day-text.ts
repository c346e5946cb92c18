import { useLocale } from '../../../platform/text.ts';

/** A day, as yyyy-mm-dd, as the language writes it. */
export function useDayText(): (day: string) => string {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (day) => (day === '' ? '' : format.format(new Date(`${day}T00:00:00Z`)));
}
