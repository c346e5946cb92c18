import type { Bbox } from '@groma/geo';
import { latitudeOf, longitudeOf, mercatorY, type ShownPoints } from './shown-points.ts';

/** Points of a box put together in cells, as a heat map is drawn from them. */
export interface HeatCells {
  /** Longitude, latitude in degrees and 0, of the middle of the points of each cell. */
  positions: Float64Array<ArrayBuffer>;
  weights: Float32Array<ArrayBuffer>;
}

/** Cells along the radius within which a point is felt: what lies in one cell cannot be told apart. */
const cellsOfRadius = 8;
const tileSize = 512;

/**
 * Sums points up in cells that are small beside the radius: a million points become some thousands.
 * @param weights of each point; null counts points. What is no number, or below 0, weighs nothing
 * @param radius in pixels
 * @param box in degrees; its east may be beyond 180
 */
export function heatCells(
  { places }: Pick<ShownPoints, 'places'>,
  weights: Float64Array | null,
  { radius, box, zoom }: { radius: number; box: Bbox; zoom: number },
): HeatCells {
  const across = Math.max(1, Math.round((tileSize * 2 ** zoom * cellsOfRadius) / Math.max(cellsOfRadius, radius)));
  const [west, east] = [box[0] / 360 + 0.5, box[2] / 360 + 0.5];
  const [north, south] = [mercatorY(box[3]), mercatorY(box[1])];
  const turns = Array.from({ length: Math.floor(east) - Math.floor(west) + 1 }, (_, index) => Math.floor(west) + index);
  const cells = new Map<number, number>();
  const sums: number[] = [];
  for (let at = 0; at < places.length / 2; at++) {
    const weight = weights ? weights[at]! : 1;
    const [x, y] = [places[2 * at]!, places[2 * at + 1]!];
    if (!(weight > 0) || y < north || y > south) continue;
    for (const turn of turns) {
      const there = x + turn;
      if (there < west || there > east) continue;
      const key = Math.floor(y * across) * 8 * across + Math.floor((there - Math.floor(west)) * across);
      let place = cells.get(key);
      if (place === undefined) {
        place = sums.length;
        cells.set(key, place);
        sums.push(0, 0, 0);
      }
      sums[place]! += weight;
      sums[place + 1]! += weight * there;
      sums[place + 2]! += weight * y;
    }
  }
  const found: HeatCells = { positions: new Float64Array(sums.length), weights: new Float32Array(sums.length / 3) };
  for (let at = 0; at < found.weights.length; at++) {
    const sum = sums[3 * at]!;
    found.weights[at] = sum;
    found.positions[3 * at] = longitudeOf(sums[3 * at + 1]! / sum);
    found.positions[3 * at + 1] = latitudeOf(sums[3 * at + 2]! / sum);
  }
  return found;
}
