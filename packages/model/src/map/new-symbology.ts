import { findColorMap, rampColors, type ColorMap } from '../color-map/color-map.ts';
import type { CategoryValue, Symbology } from './symbology.ts';

type Categorised = Extract<Symbology, { kind: 'categorised' }>;
type Graduated = Extract<Symbology, { kind: 'graduated' }>;

/** Its colours differ for everybody, whatever kind of colour blindness they have (MAP-158). */
export const defaultCategoryMap = 'tol_muted';
const defaultClassMap = 'viridis';
/** What is not listed, and empty cells: a grey that steps back. */
export const otherColor = [158, 158, 158] as const;

/** Values of a column with a colour each from a map, in the order given. */
export function categorise(
  column: string,
  values: readonly CategoryValue[],
  before: Partial<Pick<Categorised, 'colorMap' | 'isReversed' | 'other'>> = {},
): Categorised {
  const { colorMap = defaultCategoryMap, isReversed = false, other = otherColor } = before;
  const colors = rampColors(findColorMap(colorMap), values.length, isReversed);
  return {
    kind: 'categorised',
    column,
    colorMap,
    isReversed,
    other,
    categories: values.map((value, index) => ({ value, color: colors[index]! })),
  };
}

/** Classes between breaks with the colours of a map. */
export function graduate(
  column: string,
  method: Graduated['method'],
  breaks: readonly number[],
  before: Partial<Pick<Graduated, 'colorMap' | 'isReversed' | 'other'>> = {},
): Graduated {
  const { colorMap = defaultClassMap, isReversed = false, other = otherColor } = before;
  return {
    kind: 'graduated',
    column,
    method,
    colorMap,
    isReversed,
    other,
    breaks,
    colors: rampColors(findColorMap(colorMap), breaks.length - 1, isReversed),
  };
}

/** The same categories or classes in the colours of another map. */
export function recolor<Kind extends Categorised | Graduated>(
  symbology: Kind,
  { name }: ColorMap,
  isReversed: boolean,
): Kind {
  const changed = { ...symbology, colorMap: name, isReversed };
  if (changed.kind === 'graduated')
    return { ...changed, colors: rampColors(findColorMap(name), changed.colors.length, isReversed) };
  const colors = rampColors(findColorMap(name), changed.categories.length, isReversed);
  return {
    ...changed,
    categories: changed.categories.map((category, index) => ({ ...category, color: colors[index]! })),
  };
}

/** Another value for one end of a class, kept between its neighbours: classes stay in order. */
export function moveBreak(symbology: Graduated, index: number, value: number): Graduated {
  const { breaks } = symbology;
  const kept = Math.min(breaks[index + 1] ?? Infinity, Math.max(breaks[index - 1] ?? -Infinity, value));
  return { ...symbology, method: 'manual', breaks: breaks.map((each, place) => (place === index ? kept : each)) };
}
