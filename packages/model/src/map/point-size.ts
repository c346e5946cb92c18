/**
 * Points as large as a number says: their areas are in proportion to the values of a column. Values above `mostValue`
 * are drawn as large as it; those that would be smaller than `leastRadius`, and cells without a number above 0, have
 * that radius.
 */
export interface PointSize {
  column: string;
  /** The value whose points have `mostRadius`; above 0. */
  mostValue: number;
  /** Pixels, alike for `mostRadius`. */
  leastRadius: number;
  mostRadius: number;
}

/** Radii of points sized by a column, before anybody sets others: pixels. */
export const defaultPointRadii = { leastRadius: 2, mostRadius: 24 } as const;

/** The radius of a value as a part of the largest radius, 0 to 1: a square root, so that areas compare. */
export function sizePart(value: number, mostValue: number): number {
  return value > 0 ? Math.sqrt(Math.min(1, value / mostValue)) : 0;
}

/** The radius of a value in pixels. */
export function pointRadiusOf({ mostValue, leastRadius, mostRadius }: PointSize, value: number): number {
  return Math.max(leastRadius, mostRadius * sizePart(value, mostValue));
}

/** Half and a quarter of the largest radius are easily told apart. */
const legendParts = [1, 1 / 4, 1 / 16];

/**
 * Round values with their radii in pixels for a legend, the largest first: about those of the whole, the half and the
 * quarter of the largest radius. Values that are drawn no larger than the least radius are left out, except the first.
 */
export function legendSizes(size: PointSize): { value: number; radius: number }[] {
  return legendParts
    .map((part) => roundDown(size.mostValue * part))
    .map((value) => ({ value, radius: pointRadiusOf(size, value) }))
    .filter(({ radius }, index, all) => index === 0 || (radius > size.leastRadius && radius < all[index - 1]!.radius));
}

/** The largest of 1, 2, 2.5 and 5 times a power of ten that is not above a number above 0. */
function roundDown(value: number): number {
  const power = Math.floor(Math.log10(value));
  // Dividing by a whole power of ten gives the nearest number to what is meant.
  const times = (digit: number) => (power >= 0 ? digit * 10 ** power : digit / 10 ** -power);
  return [5, 2.5, 2].map(times).find((each) => each <= value) ?? times(1);
}
