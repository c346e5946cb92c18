import { readWindowValues } from '../image/read-values.ts';
import { letGo } from '../image/let-go.ts';
import type { PixelWindow } from '../image/tiff-image.ts';
import type { RasterFile } from '../raster-file.ts';
import { ZoneCoverage, type PixelRings } from './zone-coverage.ts';
import { ZoneSums, type ZoneStatistic } from './zone-sums.ts';

/** Pixels of a zone that are worked on at once. */
const windowPixels = 1_048_576;
/** Zones whose middles lie in the same square of so many pixels are measured one after the other. */
const squarePixels = 512;

export interface MeasureWish {
  /** From 0. */
  band: number;
  statistics: readonly ZoneStatistic[];
  /** Told after each window: how many of the zones are done, and the pixels of the window. */
  onWindow?: (zones: number) => void;
  signal?: AbortSignal;
}

/**
 * Statistics of a band in polygons, by windows. A pixel counts as far as it lies in the polygon.
 * @param zones rings among the pixels of the raster, which may reach beyond it; null for none
 * @returns for each zone the statistics in their order, one after another (see `ZoneSums.take` where there is no value)
 * @throws RasterError DAMAGED, UNSUPPORTED, TOO_LARGE; TooManyValues; the reason of `signal`
 */
export async function measureZones(
  file: RasterFile,
  zones: readonly (PixelRings | null)[],
  { band, statistics, onWindow, signal }: MeasureWish,
): Promise<Float64Array> {
  const isShort = /^u?int(?:8|16)$/.test(file.layout.type);
  const [coverage, sums] = [new ZoneCoverage(), new ZoneSums(statistics, isShort)];
  const found = new Float64Array(zones.length * statistics.length);
  const boxes = zones.map((zone) => zone && boxOf(zone, file));
  let done = 0;
  for (const at of inOrder(boxes)) {
    const [zone, box] = [zones[at], boxes[at]];
    if (zone && box)
      for (const window of stripes(box)) {
        // One window at a time is the point.
        // oxlint-disable-next-line no-await-in-loop
        const [read] = await readWindowValues(file, window, [band], signal);
        sums.add(read!.values, read!.valid, coverage.of(zone, window));
        letGo(read!.values);
        onWindow?.(done);
      }
    found.set(sums.take(), at * statistics.length);
    done++;
  }
  return found;
}

/** The pixels of the raster that a zone may meet; null where none. */
export function boxOf({ corners }: PixelRings, { width, height }: RasterFile): PixelWindow | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < corners.length; at += 2) {
    const [column, row] = [corners[at]!, corners[at + 1]!];
    if (column < left) left = column;
    if (column > right) right = column;
    if (row < top) top = row;
    if (row > bottom) bottom = row;
  }
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  const box = { x, y, width: Math.min(width, Math.ceil(right)) - x, height: Math.min(height, Math.ceil(bottom)) - y };
  return box.width > 0 && box.height > 0 ? box : null;
}

/** Neighbours one after the other: what is decoded for one is there for the next. */
export function inOrder(boxes: readonly (PixelWindow | null)[]): number[] {
  const squareOf = (side: number): number => Math.floor(side / squarePixels);
  const keys = boxes.map((box) =>
    box ? squareOf(box.y + box.height / 2) * 1_048_576 + squareOf(box.x + box.width / 2) : -1,
  );
  return boxes.map((_, at) => at).sort((one, other) => keys[one]! - keys[other]! || one - other);
}

/** A box in stripes of whole rows. */
export function* stripes({ x, y, width, height }: PixelWindow): Generator<PixelWindow> {
  const rows = Math.max(1, Math.floor(windowPixels / width));
  for (let row = 0; row < height; row += rows) yield { x, y: y + row, width, height: Math.min(rows, height - row) };
}
