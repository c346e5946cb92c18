import { GromaError, type CompositeRecipe, type DownloadRequest } from '@groma/model';
import type { SceneArea, SceneBox } from '@groma/protocol';

/** Corners of an area at most. */
const mostPositions = 20_000;
/** Corners that services of scenes take without complaint. */
const mostAsked = 2_000;

type Area = CompositeRecipe['area'];

/**
 * The polygons of a feature collection, in degrees.
 * @throws GromaError DATASET_AREA_MISSING where it has none; BAD_INPUT
 */
export function readArea(collection: DownloadRequest['clipGeometry']): Area {
  const area = (collection?.features ?? []).flatMap(({ geometry }) => polygonsOf(geometry));
  if (area.length === 0) throw new GromaError('DATASET_AREA_MISSING');
  if (area.flat(2).length > mostPositions)
    throw new GromaError('BAD_INPUT', { detail: `clipGeometry: it has more than ${mostPositions} corners.` });
  return area;
}

function polygonsOf({ type, ...geometry }: { type: string; [name: string]: unknown }): Area {
  if (type === 'GeometryCollection')
    return (geometry['geometries'] as { type: string }[]).flatMap((each) => polygonsOf(each));
  if (type !== 'Polygon' && type !== 'MultiPolygon') return [];
  const polygons = type === 'Polygon' ? [geometry['coordinates']] : geometry['coordinates'];
  if (!Array.isArray(polygons)) throw wrong();
  return polygons.map((polygon) => {
    if (!Array.isArray(polygon)) throw wrong();
    return polygon.map(ringOf);
  });
}

function ringOf(ring: unknown): [number, number][] {
  if (!Array.isArray(ring) || ring.length < 4) throw wrong();
  return ring.map((position: unknown): [number, number] => {
    const [x, y] = Array.isArray(position) ? (position as unknown[]) : [];
    if (typeof x !== 'number' || typeof y !== 'number' || !(Math.abs(x) <= 540) || !(Math.abs(y) <= 90)) throw wrong();
    return [x, y];
  });
}

function wrong(): GromaError {
  return new GromaError('BAD_INPUT', {
    detail: 'clipGeometry: a polygon has rings of at least four positions in degrees.',
  });
}

/** What scenes are looked for by: the area itself, or the box around one of many corners. */
export function areaQuery(area: Area): { area: SceneArea } | { box: SceneBox } {
  if (area.flat(2).length <= mostAsked)
    return {
      area:
        area.length === 1 ? { type: 'Polygon', coordinates: area[0]! } : { type: 'MultiPolygon', coordinates: area },
    };
  const [west, south, east, north] = boundsOfArea(area);
  return { box: [Math.max(-180, west), south, Math.min(180, east), north] };
}

/** West, south, east, north of an area, in degrees. */
export function boundsOfArea(area: Area): [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of area.flat(2))
    [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
  return [west, south, east, north];
}
