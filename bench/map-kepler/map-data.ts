import { seededBox, seededPolygons, type SeededFeature } from './seeded-polygons.ts';

/**
 * Share of the full size (3 million points, 300,000 polygons) that is measured: 1, unless GROMA_BENCH_SHARE says less.
 */
const share = Number(process.env['GROMA_BENCH_SHARE'] ?? 1);
export const pointCount = Math.round(3_000_000 * share);
export const polygonCount = Math.round(300_000 * share);

/** A feature of either layer: ids count from 1. */
export interface MapFeature {
  fid: number;
  properties: { id: number };
  geometry: { type: 'Point'; coordinates: [number, number] } | SeededFeature['geometry'];
}

/** Points spread evenly over the box of the polygons, the same each time (the R2 sequence of Roberts, 2018). */
export function* seededPoints(): Generator<MapFeature> {
  const [west, south, east, north] = seededBox;
  for (let id = 1; id <= pointCount; id++) {
    const [x, y] = [(id * 0.7548776662466927) % 1, (id * 0.5698402909980532) % 1];
    yield {
      fid: id,
      properties: { id },
      geometry: { type: 'Point', coordinates: [west + x * (east - west), south + y * (north - south)] },
    };
  }
}

export function* seededAreas(): Generator<MapFeature> {
  for (const {
    geometry,
    properties: { id },
  } of seededPolygons(polygonCount))
    yield { fid: id, properties: { id }, geometry };
}
