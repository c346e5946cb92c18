import { naturalBreaks } from './natural-breaks.ts';
import { quantileSorted } from './quantile.ts';

/** The methods of finding breaks: equally many numbers in each class, classes of one width, natural breaks. */
export type BreakMethod = 'quantile' | 'equal' | 'jenks';

/**
 * Numbers that natural breaks are looked for in: of more, as many at equal distances in their order, both ends among
 * them.
 */
export const NATURAL_BREAKS_SAMPLE = 20_000;

/**
 * The ends of up to `count` classes over sorted finite numbers: the least, the breaks between, the greatest. Classes
 * that would be empty because numbers are equal are left out; one number gives one class. Where natural breaks find the
 * greatest number to be a class of its own, the greatest stands twice at the end. Empty for no numbers.
 */
export function classBreaks(sorted: Float64Array, method: BreakMethod, count: number): number[] {
  if (sorted.length === 0) return [];
  const [least, greatest] = [sorted[0]!, sorted.at(-1)!];
  if (least === greatest || count <= 1) return [least, greatest];
  const inner = innerBreaks(sorted, method, count);
  const ends = [...new Set([least, ...inner.filter((each) => each > least && each < greatest), greatest])];
  return method === 'jenks' && inner.at(-1) === greatest ? [...ends, greatest] : ends;
}

function innerBreaks(sorted: Float64Array, method: BreakMethod, count: number): number[] {
  const [least, greatest] = [sorted[0]!, sorted.at(-1)!];
  const inner = Array.from({ length: count - 1 }, (_, index) => (index + 1) / count);
  switch (method) {
    case 'equal':
      return inner.map((part) => least + part * (greatest - least));
    case 'quantile':
      return inner.map((part) => quantileSorted(sorted, part));
    case 'jenks':
      return naturalBreaks(sampleSorted(sorted, NATURAL_BREAKS_SAMPLE), count);
  }
}

/** At most `most` of sorted numbers, at equal distances in their order, with the first and the last. */
export function sampleSorted(sorted: Float64Array, most: number): Float64Array {
  if (sorted.length <= most) return sorted;
  const step = (sorted.length - 1) / (most - 1);
  return Float64Array.from({ length: most }, (_, index) => sorted[Math.round(index * step)]!);
}
