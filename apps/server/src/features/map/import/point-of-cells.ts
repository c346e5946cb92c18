import type { Geometry } from '@groma/geo';

/**
 * The point of two cells of a table, longitude and latitude in degrees, as numbers or their text; null where one is
 * empty, and what is wrong where one is no number.
 */
export function pointOfCells(longitude: unknown, latitude: unknown): Geometry | string | null {
  const cells = [longitude, latitude].map((cell) => String(cell ?? '').trim());
  if (cells.some(isNothing)) return null;
  const coordinates = cells.map(decimal);
  return coordinates.some(Number.isNaN)
    ? `"${cells[0]!.slice(0, 40)}" and "${cells[1]!.slice(0, 40)}" are no coordinates`
    : { type: 'Point', coordinates };
}

/** What stands in a table where there is no number, also as data frames write it. */
function isNothing(text: string): boolean {
  return /^(?:nan|n\/?a|null|none|<na>)?$/i.test(text);
}

/** A number with a point or, as in tables with semicolons, a comma. */
function decimal(text: string): number {
  return Number(text.replace(/^(-?\d+),(\d+)$/, '$1.$2'));
}
