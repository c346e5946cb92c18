import { cutAtAntimeridian, positionOutOfRange, type Geometry } from '@groma/geo';
import type { LeftOutReason } from '@groma/protocol';

const KNOWN_TYPES = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);
const deepest = 200;

/** Raised for a row that cannot become a feature; it costs none of the others. */
export class RowProblem extends Error {
  override readonly name = 'RowProblem';
  readonly reason: LeftOutReason;

  constructor(reason: LeftOutReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/**
 * A geometry in degrees as it can be drawn: what goes on beyond 180° is cut at the antimeridian. `isProjected` says
 * that it came from another system. @throws RowProblem where it is none, or no place on earth.
 */
export function placedGeometry(geometry: Geometry, isProjected: boolean): { geometry: Geometry; isCut: boolean } {
  requireShape(geometry, 0);
  const outside = positionOutOfRange(geometry);
  if (!outside) return { geometry, isCut: false };
  if (isProjected && typeof outside[0] === 'number' && !outside.slice(0, 2).every(Number.isFinite))
    throw new RowProblem('outside-crs', 'its coordinates cannot be brought to longitude and latitude');
  if (!isPosition(outside))
    throw new RowProblem('unreadable-geometry', `${geometry.type} with coordinates that are no numbers`);
  // Longitudes may go on beyond the antimeridian for a whole turn.
  const cut = positionOutOfRange(geometry, 360) === null ? (cutAtAntimeridian(geometry) ?? geometry) : null;
  if (cut !== null && positionOutOfRange(cut) === null) return { geometry: cut, isCut: true };
  throw new RowProblem(
    'out-of-range',
    `${outside.slice(0, 2).join(', ')}${isSwapped(outside) ? ', as if longitude and latitude were swapped' : ''}`,
  );
}

/** Members of collections, too, must be of a type that can be drawn. */
function requireShape(geometry: Geometry, depth: number): void {
  if (typeof geometry !== 'object' || !KNOWN_TYPES.has(geometry.type))
    throw new RowProblem(
      'unknown-geometry',
      `"${String((geometry as { type?: unknown } | null)?.type)}" is no type of geometry that maps can draw`.slice(
        0,
        120,
      ),
    );
  if (geometry.type !== 'GeometryCollection') return;
  if (!Array.isArray(geometry.geometries) || depth > deepest)
    throw new RowProblem('unreadable-geometry', 'a collection without a list of geometries, or nested too deeply');
  for (const member of geometry.geometries) requireShape(member, depth + 1);
}

function isPosition(position: readonly unknown[]): position is [number, number] {
  return (
    typeof position[0] === 'number' &&
    typeof position[1] === 'number' &&
    !Number.isNaN(position[0]) &&
    !Number.isNaN(position[1])
  );
}

/** A latitude beyond the pole that would be a longitude, and the other way round. */
function isSwapped([x, y]: readonly [number, number]): boolean {
  return Math.abs(y) > 90 && Math.abs(y) <= 180 && Math.abs(x) <= 90;
}
