import { GromaError } from '@groma/model';
import { z } from 'zod';

const position = z.array(z.number()).min(2);
const ring = z.array(position).min(4);
const polygon = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring).min(1)).min(1) }),
]);
const anyObject = z.looseObject({ type: z.string() });

interface PolygonFeature {
  type: 'Feature';
  geometry: z.output<typeof polygon>;
  properties: Record<string, unknown>;
}

/**
 * The polygons of a feature collection, a feature or a geometry; what is none is left out (PRC-008).
 * @throws GromaError TOOL_NEEDS_POLYGONS where none is left, BAD_INPUT for one that is wrong
 */
export function polygonsOf(geojson: unknown): { type: 'FeatureCollection'; features: PolygonFeature[] } {
  const features = featuresOf(geojson, {}).map(({ geometry, properties }): PolygonFeature => {
    const read = polygon.safeParse(geometry);
    if (!read.success)
      throw new GromaError('BAD_INPUT', { detail: 'geojson: a polygon is no list of closed rings of positions.' });
    return { type: 'Feature', geometry: read.data, properties };
  });
  if (features.length === 0) throw new GromaError('TOOL_NEEDS_POLYGONS');
  return { type: 'FeatureCollection', features };
}

function featuresOf(
  geojson: unknown,
  properties: Record<string, unknown>,
): { geometry: unknown; properties: Record<string, unknown> }[] {
  const read = anyObject.safeParse(geojson);
  if (!read.success) return [];
  const { type, features, geometry, geometries, properties: own } = read.data;
  switch (type) {
    case 'FeatureCollection':
      return Array.isArray(features) ? features.flatMap((each: unknown) => featuresOf(each, {})) : [];
    case 'Feature':
      return featuresOf(geometry, typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : {});
    case 'GeometryCollection':
      return Array.isArray(geometries) ? geometries.flatMap((each: unknown) => featuresOf(each, properties)) : [];
    case 'Polygon':
    case 'MultiPolygon':
      return [{ geometry: read.data, properties }];
    default:
      return [];
  }
}
