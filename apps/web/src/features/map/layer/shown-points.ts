import { forEachPosition } from '@groma/geo';
import { keptRows } from './batch-cells.ts';
import type { LayerRows } from './layer-rows.ts';
import type { IsUnseen } from './layer-search.ts';

/** Positions of the points of a layer that are shown, and the feature of each: multipoints come several times. */
export interface ShownPoints {
  /** Pairs of Web Mercator coordinates, the world being 0 to 1, the north at 0. */
  places: Float64Array<ArrayBuffer>;
  fids: Int32Array<ArrayBuffer>;
}

/** Reads the points that the filter keeps and that are not unseen. */
export function shownPoints(rows: Pick<LayerRows, 'source' | 'geometryOf'>, isUnseen: IsUnseen): ShownPoints {
  const { held, added, overlay } = rows.source;
  const most = held.reduce((sum, { batch }) => sum + (batch.kind === 'point' ? positionsOf(batch) : 0), 0);
  const places = new Float64Array(2 * most);
  const fids = new Int32Array(most);
  let count = 0;
  for (const { batch } of held) {
    const { geometry } = batch;
    if (geometry?.kind !== 'point') continue;
    const { coordinates, size, features } = geometry;
    const kept = keptRows(batch, overlay.hidden);
    for (let at = 0; at < (kept?.length ?? batch.rows); at++) {
      const row = kept ? kept[at]! : at;
      const fid = batch.fids[row]!;
      if (isUnseen?.(fid)) continue;
      for (let position = features[row]!; position < features[row + 1]!; position++) {
        places[2 * count] = mercatorX(coordinates[position * size]!);
        places[2 * count + 1] = mercatorY(coordinates[position * size + 1]!);
        fids[count++] = fid;
      }
    }
  }
  const more = added.flatMap((batch) => [...batch.fids]).filter((fid) => isUnseen?.(fid) !== true);
  const morePlaces: number[] = [];
  const moreFids: number[] = [];
  for (const fid of more) {
    const geometry = rows.geometryOf(fid);
    if (geometry?.type !== 'Point' && geometry?.type !== 'MultiPoint') continue;
    forEachPosition(geometry, ([longitude, latitude]) => {
      morePlaces.push(mercatorX(longitude!), mercatorY(latitude!));
      moreFids.push(fid);
    });
  }
  if (moreFids.length === 0) return { places: places.subarray(0, 2 * count), fids: fids.subarray(0, count) };
  const all = {
    places: new Float64Array(2 * count + morePlaces.length),
    fids: new Int32Array(count + moreFids.length),
  };
  all.places.set(places.subarray(0, 2 * count));
  all.places.set(morePlaces, 2 * count);
  all.fids.set(fids.subarray(0, count));
  all.fids.set(moreFids, count);
  return all;
}

function positionsOf({ geometry }: { geometry: { coordinates: Float64Array; size: number } | null }): number {
  return geometry ? geometry.coordinates.length / geometry.size : 0;
}

/** A longitude in degrees as a part of the world from the west; beyond ±180 it comes round. */
export function mercatorX(longitude: number): number {
  const part = longitude / 360 + 0.5;
  return part >= 0 && part <= 1 ? part : part - Math.floor(part);
}

/** A latitude in degrees as a part of the world from the north (Web Mercator); cut off at its ends. */
export function mercatorY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const part = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.max(0, Math.min(1, part));
}

/** Degrees of a part of the world. */
export function longitudeOf(x: number): number {
  return (x - 0.5) * 360;
}

export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
