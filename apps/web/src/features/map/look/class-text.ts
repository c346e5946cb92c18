import type { CategoryValue } from '@groma/model';
import type { Text } from '../../../platform/text.ts';

/** As many digits as tell neighbouring breaks apart, two more at most than their distance needs. */
export function breakDigits(breaks: readonly number[]): number {
  const steps = breaks
    .slice(1)
    .map((each, index) => each - breaks[index]!)
    .filter((step) => step > 0);
  const least = Math.min(...steps);
  if (!Number.isFinite(least) || breaks.every(Number.isInteger)) return 0;
  return Math.min(12, Math.max(0, 2 - Math.floor(Math.log10(least))));
}

/** The ends of each class as the person reads them: four figures stand together, for they may be years. */
export function classTexts(breaks: readonly number[], locale: string): string[] {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: breakDigits(breaks), useGrouping: 'min2' });
  const texts = breaks.map((each) => number.format(each).replace('-', '−'));
  return texts.slice(1).map((end, index) => `${texts[index]!} – ${end}`);
}

/** A category as it is listed. */
export function categoryText(value: CategoryValue, t: Text, number: Intl.NumberFormat): string {
  if (value === null) return t('style.empty');
  if (typeof value === 'boolean') return t(value ? 'style.yes' : 'style.no');
  if (typeof value === 'number') return number.format(value).replace('-', '−');
  return value === '' ? t('style.emptyText') : value;
}
