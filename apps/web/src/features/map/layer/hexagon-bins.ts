import type { BatchGeometry } from '@groma/geo';
import { classOf, type PointDrawing } from '@groma/model';
import { toDrawBatch, type DrawBatch } from './draw-batch.ts';
import { hexAt, hexCorners, hexGrid, hexMiddle, type HexGrid } from './hex-grid.ts';
import { latitudeOf, longitudeOf, type ShownPoints } from './shown-points.ts';

type Hexagons = Extract<PointDrawing, { kind: 'hexagons' }>;

/** What is summed up in the hexagons of a layer. */
export type HexagonWish = Pick<Hexagons, 'width' | 'measure'>;

/** The points of a layer in hexagons. */
export interface HexagonBins {
  grid: HexGrid;
  /** Numbers of the hexagons that hold points. */
  hexes: Float64Array<ArrayBuffer>;
  counts: Uint32Array<ArrayBuffer>;
  /** What is asked of each; NaN where no point in it has a number. */
  values: Float64Array<ArrayBuffer>;
}

/** Hexagons as they are drawn, each with the class of its value. */
export interface HexagonView extends HexagonBins {
  batch: DrawBatch;
  classes: Uint8Array<ArrayBuffer>;
}

/**
 * Counts points in hexagons that are `width` metres wide at the middle latitude of all of them, in the plane of Web
 * Mercator (see `hexGrid`).
 * @param numbers of each point, NaN for none; null to count points
 */
export function binPoints(
  { places }: Pick<ShownPoints, 'places'>,
  numbers: Float64Array | null,
  { width, measure }: HexagonWish,
): HexagonBins {
  const grid = hexGrid(width, middleLatitude(places));
  const placeOf = new Map<number, number>();
  const [counts, sums, known]: [number[], number[], number[]] = [[], [], []];
  for (let at = 0; at < places.length / 2; at++) {
    const hex = hexAt(grid, places[2 * at]!, places[2 * at + 1]!);
    let place = placeOf.get(hex);
    if (place === undefined) {
      place = counts.length;
      placeOf.set(hex, place);
      counts.push(0);
      sums.push(0);
      known.push(0);
    }
    counts[place]! += 1;
    const number = numbers ? numbers[at]! : NaN;
    if (Number.isNaN(number)) continue;
    sums[place]! += number;
    known[place]! += 1;
  }
  const valueOf = (count: number, place: number): number => {
    if (measure === 'count') return count;
    if (known[place] === 0) return NaN;
    return measure === 'sum' ? sums[place]! : sums[place]! / known[place]!;
  };
  return {
    grid,
    hexes: Float64Array.from(placeOf.keys()),
    counts: Uint32Array.from(counts),
    values: Float64Array.from(counts, valueOf),
  };
}

function middleLatitude(places: Float64Array): number {
  let [north, south] = [Infinity, -Infinity];
  for (let at = 1; at < places.length; at += 2) {
    north = Math.min(north, places[at]!);
    south = Math.max(south, places[at]!);
  }
  return north <= south ? (latitudeOf(north) + latitudeOf(south)) / 2 : 0;
}

/** The class of a value: those beyond the ends are in the nearest; `none` for no value. */
function hexagonClass(value: number, breaks: readonly number[], none: number): number {
  if (Number.isNaN(value)) return none;
  return classOf(Math.min(breaks.at(-1)!, Math.max(breaks[0]!, value)), breaks);
}

/** Hexagons with values as areas to be drawn; `none` is the class of those without. */
export function drawHexagons(bins: HexagonBins, breaks: readonly number[], none: number): HexagonView {
  const count = bins.hexes.length;
  const coordinates = new Float64Array(count * 14);
  bins.hexes.forEach((hex, at) => {
    hexCorners(bins.grid, hexMiddle(bins.grid, hex)).forEach(([x, y], corner) => {
      coordinates[14 * at + 2 * corner] = longitudeOf(x);
      coordinates[14 * at + 2 * corner + 1] = latitudeOf(y);
    });
  });
  const each = Int32Array.from({ length: count + 1 }, (_, at) => at);
  const geometry: BatchGeometry = {
    kind: 'polygon',
    size: 2,
    coordinates,
    features: each,
    members: each,
    rings: each.map((at) => 7 * at),
  };
  return {
    ...bins,
    batch: toDrawBatch('hexagons', geometry, each.subarray(1)),
    classes: Uint8Array.from(bins.values, (value) => hexagonClass(value, breaks, none)),
  };
}
