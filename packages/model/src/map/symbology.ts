import type { Color } from './color.ts';

/** What a category stands for: a value of the column; null for empty cells. */
export type CategoryValue = string | number | boolean | null;

export interface Category {
  value: CategoryValue;
  color: Color;
  isHidden?: boolean;
}

export const classMethods = ['quantile', 'equal', 'jenks', 'manual'] as const;
/** How the breaks were found: as many features in each class, classes of one width, natural breaks, or by hand. */
export type ClassMethod = (typeof classMethods)[number];

/** By what the features of a layer are coloured: fills of areas, lines, and points. */
export type Symbology =
  | { kind: 'single' }
  /** A colour for each value of a column. `other` is for all that are not listed; null draws them not. */
  | {
      kind: 'categorised';
      column: string;
      colorMap: string;
      isReversed: boolean;
      categories: readonly Category[];
      other: Color | null;
    }
  /**
   * A colour for each class of a numeric column. `breaks` has the lower end of the first class, the ends of those
   * between, and the upper end of the last; a value on a break belongs to the class above it, the last class holds its
   * upper end. `other` is for empty cells and for values beyond the ends; null draws them not.
   */
  | {
      kind: 'graduated';
      column: string;
      method: ClassMethod;
      colorMap: string;
      isReversed: boolean;
      breaks: readonly number[];
      colors: readonly Color[];
      other: Color | null;
    };

export const plainSymbology: Symbology = { kind: 'single' };

/** Most classes and categories of a layer: more can no longer be told apart, nor listed. */
export const mostClasses = 24;
export const mostCategories = 250;

/** The class of a number among breaks (see `Symbology`), or −1. */
export function classOf(value: number, breaks: readonly number[]): number {
  const last = breaks.length - 1;
  if (last < 1 || !(value >= breaks[0]!) || value > breaks[last]!) return -1;
  let low = 0;
  let high = last - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (breaks[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
