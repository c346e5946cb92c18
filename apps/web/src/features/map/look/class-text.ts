import { columnCaption, countsYears, type CategoryValue, type HexagonMeasure } from '@groma/model';
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

const shortDigits = 3;

/** Whether breaks are so large, and so round, that `40M` says what `40,000,000` does. */
function areRoundMillions(breaks: readonly number[]): boolean {
  const isLarge = breaks.some((each) => Math.abs(each) >= 1_000_000);
  return isLarge && breaks.every((each) => Number(each.toPrecision(shortDigits)) === each);
}

/** The ends of each class of a column as the person reads them: grouped, unless they are years. */
export function classTexts(
  breaks: readonly number[],
  locale: string,
  column: string,
  { isShort = false }: { isShort?: boolean } = {},
): string[] {
  const number = new Intl.NumberFormat(
    locale,
    isShort && areRoundMillions(breaks)
      ? { notation: 'compact', maximumSignificantDigits: shortDigits }
      : {
          maximumFractionDigits: breakDigits(breaks),
          useGrouping: countsYears(column, breaks) ? false : 'auto',
        },
  );
  const texts = breaks.map((each) => number.format(each).replace('-', '−'));
  return texts.slice(1).map((end, index) => `${texts[index]!} – ${end}`);
}

/** How the numbers among the categories of a column are written: grouped, unless they are years. */
export function categoryNumber(column: string, values: readonly CategoryValue[], locale: string): Intl.NumberFormat {
  const numbers = values.filter((value) => typeof value === 'number');
  return new Intl.NumberFormat(locale, {
    maximumFractionDigits: 12,
    useGrouping: countsYears(column, numbers) ? false : 'auto',
  });
}

/** A column with its unit, as the head of its classes. */
export function columnText(column: string): string {
  const { text, unit } = columnCaption(column);
  return unit === null ? text : `${text} (${unit})`;
}

/** A category as it is listed. */
export function categoryText(value: CategoryValue, t: Text, number: Intl.NumberFormat): string {
  if (value === null) return t('style.empty');
  if (typeof value === 'boolean') return t(value ? 'style.yes' : 'style.no');
  if (typeof value === 'number') return number.format(value).replace('-', '−');
  return value === '' ? t('style.emptyText') : value;
}

/** Round values beside the circles of a legend, short where they are large. */
export function sizeTexts(values: readonly number[], locale: string): string[] {
  const number = new Intl.NumberFormat(
    locale,
    areRoundMillions(values)
      ? { notation: 'compact', maximumSignificantDigits: shortDigits }
      : { maximumSignificantDigits: 12 },
  );
  return values.map((each) => number.format(each));
}

/** What the values of hexagons are, as the head of their classes. */
export function hexagonText({ measure, column }: { measure: HexagonMeasure; column: string | null }, t: Text): string {
  const name = t(`style.measures.${measure}`);
  return column === null ? name : `${name} · ${columnText(column)}`;
}
