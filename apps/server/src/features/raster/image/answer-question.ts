import type { AskedZones } from '@groma/geo';
import { GromaError } from '@groma/model';
import {
  applyAffine,
  invertAffine,
  measureForest,
  measureMeans,
  measureZones,
  parseExpression,
  RasterError,
  samplePlaces,
  type Expression,
  type MeasuredShape,
  type PixelRings,
  type RasterFile,
  type ZoneStatistic,
} from '@groma/raster';
import { requireSystem, type OpenRaster } from '../render/open-raster.ts';
import { bandName, requireBand } from './band-names.ts';
import type { ImageQuestion } from './image-question.ts';

/** @throws GromaError TOOL_BAND_UNKNOWN; RasterError NO_PLACE, DAMAGED, UNSUPPORTED, TOO_LARGE; TooManyValues */
export async function answerQuestion(
  raster: OpenRaster,
  question: Exclude<ImageQuestion, { kind: 'make' | 'forest' | 'copy' }>,
): Promise<Float64Array | string[]> {
  const { file, parts = [raster] } = raster;
  switch (question.kind) {
    case 'bands':
      return Array.from({ length: file.bands }, (_, band) => bandName(file, band));
    case 'zones': {
      const { zones, band, statistics } = question;
      const { part, own } = partOf(raster, requireBand(raster, band));
      const wish = { band: own, statistics: statistics as readonly ZoneStatistic[] };
      return measureZones(part.file, await ringsOf(part, zones), wish);
    }
    case 'means':
      return means(raster, question);
    case 'sample': {
      const { degrees, method } = question;
      const sampled: Float64Array[] = [];
      for (const part of parts) {
        const bands = Array.from({ length: part.file.bands }, (_, band) => band);
        // oxlint-disable-next-line no-await-in-loop
        sampled.push(await samplePlaces(part.file, await pixelsOf(part, degrees.slice()), { bands, method }));
      }
      return sampled.length === 1 ? sampled[0]! : besideEachOther(sampled, degrees.length / 2);
    }
  }
}

/** @throws as `measureForest` */
export async function answerForest(
  cover: OpenRaster,
  loss: OpenRaster,
  { zones, start, canopy }: Extract<ImageQuestion, { kind: 'forest' }>,
): Promise<Float64Array> {
  if (!requireSystem(cover).projection.isGeographic)
    throw new RasterError('NO_PLACE', 'Its pixels do not lie along longitude and latitude.');
  return measureForest(cover.file, loss.file, await ringsOf(cover, zones), { start, canopy });
}

/** The raster of those that are joined which has a band, and the number of the band there. */
function partOf(raster: OpenRaster, band: number): { part: OpenRaster; own: number } {
  let own = band;
  for (const part of raster.parts ?? [raster]) {
    if (own < part.file.bands) return { part, own };
    own -= part.file.bands;
  }
  return { part: raster, own: band };
}

/** Values of several rasters at the same places, those of a place one after another. */
function besideEachOther(sampled: readonly Float64Array[], places: number): Float64Array {
  return Float64Array.from(
    Array.from({ length: places }, (_, place) =>
      sampled.flatMap((values) => {
        const width = values.length / places;
        return [...values.subarray(place * width, (place + 1) * width)];
      }),
    ).flat(),
  );
}

async function means(raster: OpenRaster, asked: Extract<ImageQuestion, { kind: 'means' }>): Promise<Float64Array> {
  const files = raster.parts?.map(({ file }) => file) ?? [raster.file];
  const { masks, nodata } = asked;
  const expression = valueIn(raster, asked);
  const [zones, places] = [await ringsOf(raster, asked.zones), await pixelsOf(raster, asked.places)];
  const shapes: MeasuredShape[] = [...zones];
  for (let at = 0; at < places.length; at += 2) {
    const [column, row] = [places[at]!, places[at + 1]!];
    shapes.push(Number.isNaN(column + row) ? null : { column, row });
  }
  return measureMeans(files, shapes, { expression, masks, nodata });
}

/** A band by its name or number, else band maths over names. @throws GromaError TOOL_EXPRESSION_WRONG */
function valueIn(
  raster: OpenRaster,
  { value, names }: { value: string; names: Readonly<Record<string, number>> },
): Expression {
  const own: Record<string, number> = {};
  for (let band = 0; band < raster.file.bands; band++) own[bandName(raster.file, band)] ??= band + 1;
  const named = names[value.trim()] ?? own[value.trim()];
  if (named !== undefined) return { kind: 'band', band: named };
  try {
    return parseExpression(value, { ...own, ...names });
  } catch (error) {
    throw error instanceof RasterError ? new GromaError('TOOL_EXPRESSION_WRONG', { detail: error.message }) : error;
  }
}

/** Columns and rows of places in degrees. */
async function pixelsOf(raster: OpenRaster, degrees: Float64Array): Promise<Float64Array> {
  return inPixels(raster, await requireSystem(raster).projection.fromDegrees(degrees));
}

function inPixels({ file }: OpenRaster, found: Float64Array): Float64Array {
  const toPixel = invertAffine(file.transform!);
  for (let at = 0; at < found.length; at += 2)
    [found[at], found[at + 1]] = applyAffine(toPixel, found[at]!, found[at + 1]!);
  return found;
}

/** A zone with a corner that has no place in the system of the image is none. */
async function ringsOf(raster: OpenRaster, asked: AskedZones): Promise<(PixelRings | null)[]> {
  const { projection } = requireSystem(raster);
  const turn = projection.isGeographic ? turnOf(raster) : null;
  const degrees = turn && asked.degrees.slice();
  const found = await projection.fromDegrees(asked.degrees);
  if (degrees) joinTurns(asked, degrees, found);
  const corners = inPixels(raster, found);
  return Array.from({ length: asked.zones.length - 1 }, (_, zone) =>
    zoneRings(raster.file, asked, corners, zone, turn),
  );
}

/** A whole turn around the earth, in columns and rows. */
function turnOf({ file }: OpenRaster): [columns: number, rows: number] {
  const { a, d } = invertAffine(file.transform!);
  return [a * 360, d * 360];
}

/** Longitudes are found by whole turns, each for itself: those of a zone are brought beside each other again. */
function joinTurns({ rings, zones }: AskedZones, degrees: Float64Array, found: Float64Array): void {
  for (let zone = 0; zone + 1 < zones.length; zone++) {
    const [first, end] = [rings[zones[zone]!]! * 2, rings[zones[zone + 1]!]! * 2];
    for (let at = first + 2; at < end; at += 2) {
      const wanted = found[first]! + degrees[at]! - degrees[first]!;
      found[at]! -= Math.round((found[at]! - wanted) / 360) * 360;
    }
  }
}

/** The rings of a zone among the pixels; around the earth it may lie on both ends of the image. */
function zoneRings(
  { width }: RasterFile,
  { rings, holes, zones }: AskedZones,
  corners: Float64Array,
  zone: number,
  turn: [columns: number, rows: number] | null,
): PixelRings | null {
  const [first, end] = [zones[zone]!, zones[zone + 1]!];
  const from = rings[first]!;
  const own = corners.subarray(from * 2, rings[end]! * 2);
  if (own.length === 0 || !own.every(Number.isFinite)) return null;
  let [left, right] = [Infinity, -Infinity];
  for (let at = 0; at < own.length; at += 2) [left, right] = [Math.min(left, own[at]!), Math.max(right, own[at]!)];
  const turns = [-1, 0, 1].filter((by) => !turn || (left + by * turn[0] < width && right + by * turn[0] > 0));
  const wanted = turn ? turns : [0];
  const count = own.length / 2;
  return {
    corners:
      wanted.length === 1 && wanted[0] === 0
        ? own
        : Float64Array.from(wanted.flatMap((by) => [...own].map((value, at) => value + by * (turn?.[at % 2] ?? 0)))),
    rings: [
      0,
      ...wanted.flatMap((_, copy) => Array.from(rings.subarray(first + 1, end + 1), (at) => at - from + copy * count)),
    ],
    holes: wanted.flatMap(() => Array.from(holes.subarray(first, end), (hole) => hole === 1)),
  };
}
