import { isEmptyBbox } from '../../coordinate.ts';
import { forEachPosition, geometryBbox, type SimpleGeometry } from '../../geometry.ts';
import { geometryArea } from '../../measure/area.ts';
import { geometryCentroid } from '../../measure/centroid.ts';
import { geometryLength } from '../../measure/length.ts';
import { formatWkt } from '../../format/format-wkt.ts';
import type { ExpressionFunction, Parameter } from '../node.ts';
import type { Value } from '../value.ts';

/** Square metres of a unit. The acre and the square mile are the international ones. */
const AREA_UNITS: Record<string, number> = {
  m2: 1,
  ha: 1e4,
  km2: 1e6,
  ft2: 0.3048 ** 2,
  acre: 4046.8564224,
  mi2: 1609.344 ** 2,
};
/** Metres of a unit. */
const LENGTH_UNITS: Record<string, number> = { m: 1, km: 1_000, ft: 0.3048, mi: 1609.344, nmi: 1852 };
const areaUnit: Parameter = { name: 'unit', type: 'text', optional: true, choices: Object.keys(AREA_UNITS) };
const lengthUnit: Parameter = { name: 'unit', type: 'text', optional: true, choices: Object.keys(LENGTH_UNITS) };

const ofGeometry = (
  name: string,
  result: ExpressionFunction['result'],
  read: (geometry: SimpleGeometry) => Value,
  example = `${name}()`,
): ExpressionFunction => ({
  name,
  group: 'geometry',
  parameters: [],
  result,
  example,
  usesGeometry: true,
  run: (_values, { geometry }) => (geometry ? read(geometry) : null),
});
const ofBox = (name: string, index: 0 | 1 | 2 | 3): ExpressionFunction =>
  ofGeometry(name, 'number', (geometry) => {
    const box = geometryBbox(geometry);
    return isEmptyBbox(box) ? null : box[index];
  });

/**
 * Lengths and areas are measured on the WGS 84 ellipsoid; coordinates are degrees. A feature without a place has none
 * of these.
 */
export const GEOMETRY_FUNCTIONS: readonly ExpressionFunction[] = [
  {
    name: 'area',
    group: 'geometry',
    parameters: [areaUnit],
    result: 'number',
    example: "area('ha')",
    usesGeometry: true,
    run: ([wanted = 'm2'], { geometry }) => measured(geometry, geometryArea, AREA_UNITS[String(wanted)]),
  },
  {
    name: 'perimeter',
    group: 'geometry',
    parameters: [lengthUnit],
    result: 'number',
    example: "perimeter('km')",
    usesGeometry: true,
    run: ([wanted = 'm'], { geometry }) =>
      measured(isPolygon(geometry) ? geometry : null, geometryLength, LENGTH_UNITS[String(wanted)]),
  },
  {
    name: 'length',
    group: 'geometry',
    parameters: [lengthUnit],
    result: 'number',
    example: "length('km')",
    usesGeometry: true,
    run: ([wanted = 'm'], { geometry }) => measured(geometry, geometryLength, LENGTH_UNITS[String(wanted)]),
  },
  ofGeometry('centroid_x', 'number', (geometry) => geometryCentroid(geometry)?.[0] ?? null),
  ofGeometry('centroid_y', 'number', (geometry) => geometryCentroid(geometry)?.[1] ?? null),
  ofGeometry('x', 'number', (geometry) => (geometry.type === 'Point' ? geometry.coordinates[0]! : null)),
  ofGeometry('y', 'number', (geometry) => (geometry.type === 'Point' ? geometry.coordinates[1]! : null)),
  ofGeometry('z', 'number', (geometry) => (geometry.type === 'Point' ? (geometry.coordinates[2] ?? null) : null)),
  ofBox('west', 0),
  ofBox('south', 1),
  ofBox('east', 2),
  ofBox('north', 3),
  ofGeometry('vertex_count', 'number', (geometry) => {
    let count = 0;
    forEachPosition(geometry, () => {
      count++;
    });
    return count;
  }),
  ofGeometry('part_count', 'number', (geometry) =>
    geometry.type.startsWith('Multi') ? geometry.coordinates.length : 1,
  ),
  ofGeometry('geometry_type', 'text', (geometry) => geometry.type),
  ofGeometry('wkt', 'text', (geometry) => formatWkt(geometry)),
  {
    name: 'feature_id',
    group: 'geometry',
    parameters: [],
    result: 'number',
    example: 'feature_id()',
    run: (_values, { fid }) => fid ?? null,
  },
];

function isPolygon(geometry: SimpleGeometry | null | undefined): boolean {
  return geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon';
}

function measured(
  geometry: SimpleGeometry | null | undefined,
  measure: (geometry: SimpleGeometry) => number,
  factor: number | undefined,
): number | null {
  return geometry && factor !== undefined ? measure(geometry) / factor : null;
}
