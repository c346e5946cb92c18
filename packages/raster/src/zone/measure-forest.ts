import { readWindowValues } from '../image/read-values.ts';
import { letGo } from '../image/let-go.ts';
import { RasterError } from '../raster-error.ts';
import type { RasterFile } from '../raster-file.ts';
import { boxOf, inOrder, stripes } from './measure-zones.ts';
import { ZoneCoverage, type PixelRings } from './zone-coverage.ts';

/** Radius of the sphere with the area of the Earth, in metres. */
const earthRadius = 6_371_007.2;
const [degree, years] = [Math.PI / 180, 10];
/** Losses are counted from this year: 1 is 2001. */
const firstYear = 2000;

export interface ForestWish {
  /** The year in which the project starts. */
  start: number;
  /** Tree cover in percent from which a pixel is forest. */
  canopy: number;
}

/** What is told of each zone, in this order, in square metres. */
const forestAreas = ['whole', 'forest', 'lost'] as const;

/**
 * Areas of polygons, of the forest in them in the year 2000, and of forest that was lost in the ten years before a
 * project starts: start − 10 ≤ 2000 + lossyear < start (VM0047 by maps of M. C. Hansen et al. 2013, Global Forest
 * Change). A pixel counts as far as it lies in the polygon; its area is R²·Δφ·Δλ·cos φ.
 * @param cover tree cover in 2000, in percent
 * @param loss the year of the loss after 2000, 0 for none, on the same pixels
 * @param zones rings among the pixels, which may reach beyond them; null for none
 * @returns for each zone `forestAreas`, in square metres
 * @throws RasterError NO_PLACE where pixels are no degrees or both lie on different ones; DAMAGED, UNSUPPORTED
 */
export async function measureForest(
  cover: RasterFile,
  loss: RasterFile,
  zones: readonly (PixelRings | null)[],
  { start, canopy }: ForestWish,
): Promise<Float64Array> {
  const transform = requireSame(cover, loss);
  const coverage = new ZoneCoverage();
  const found = new Float64Array(zones.length * forestAreas.length);
  const boxes = zones.map((zone) => zone && boxOf(zone, cover));
  for (const at of inOrder(boxes)) {
    const [zone, box] = [zones[at], boxes[at]];
    if (!zone || !box) continue;
    for (const window of stripes(box)) {
      // One window at a time is the point.
      // oxlint-disable-next-line no-await-in-loop
      const [trees, lost] = await Promise.all([
        readWindowValues(cover, window, [0]),
        readWindowValues(loss, window, [0]),
      ]);
      const [{ values: percent, valid }, { values: year }] = [trees[0]!, lost[0]!];
      const parts = coverage.of(zone, window);
      let [whole, forest, gone] = [0, 0, 0];
      for (let row = 0, pixel = 0; row < window.height; row++) {
        const latitude = transform.f + transform.e * (window.y + row + 0.5);
        const area = earthRadius ** 2 * Math.abs(transform.a * transform.e) * degree ** 2 * Math.cos(latitude * degree);
        for (const end = pixel + window.width; pixel < end; pixel++) {
          if (parts[pixel] === 0 || (valid !== null && valid[pixel] === 0)) continue;
          const part = parts[pixel]! * area;
          whole += part;
          if (percent[pixel]! < canopy) continue;
          forest += part;
          const lostIn = firstYear + year[pixel]!;
          if (year[pixel]! > 0 && lostIn >= start - years && lostIn < start) gone += part;
        }
      }
      for (const [index, part] of [whole, forest, gone].entries()) found[at * forestAreas.length + index]! += part;
      letGo(percent);
      letGo(year);
    }
  }
  return found;
}

function requireSame(cover: RasterFile, loss: RasterFile) {
  const { transform } = cover;
  if (!transform || transform.b !== 0 || transform.d !== 0)
    throw new RasterError('NO_PLACE', 'Its pixels do not lie along longitude and latitude.');
  const isSame =
    cover.width === loss.width &&
    cover.height === loss.height &&
    (Object.keys(transform) as (keyof typeof transform)[]).every(
      (key) => Math.abs(transform[key] - (loss.transform?.[key] ?? Infinity)) < 1e-9,
    );
  if (!isSame) throw new RasterError('NO_PLACE', 'Tree cover and forest loss do not lie on the same pixels.');
  return transform;
}
