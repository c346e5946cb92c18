import type { Position } from '../coordinate.ts';
import { forEachPosition, type Geometry, type SimpleGeometry } from '../geometry.ts';

/**
 * Whether positions have heights and M values: a position is `[x, y, z, m]`, with null for a height it lacks beside an
 * M value.
 */
export function dimensionsOf(geometry: Geometry | null): { hasHeight: boolean; hasMeasure: boolean } {
  const found = { hasHeight: false, hasMeasure: false };
  forEachPosition(geometry, (position) => {
    found.hasHeight ||= position.length > 2 && (position[2] as number | null) !== null;
    found.hasMeasure ||= position.length > 3;
  });
  return found;
}

/** The geometry without M values, for formats that have no place for them; the same one where it has none. */
export function withoutMeasures(geometry: SimpleGeometry): SimpleGeometry {
  if (!dimensionsOf(geometry).hasMeasure) return geometry;
  const cut = (coordinates: unknown): unknown => {
    const list = coordinates as unknown[];
    if (typeof list[0] !== 'number') return list.map(cut);
    return list.length < 4 ? list : list.slice(0, list[2] === null ? 2 : 3);
  };
  return { ...geometry, coordinates: cut(geometry.coordinates) } as SimpleGeometry;
}

/** A position with its height and M value, as far as there are such: NaN says that there is none. */
export function positionOf(x: number, y: number, height: number, measure: number): Position {
  if (!Number.isNaN(measure)) return [x, y, (Number.isNaN(height) ? null : height) as number, measure];
  return Number.isNaN(height) ? [x, y] : [x, y, height];
}
