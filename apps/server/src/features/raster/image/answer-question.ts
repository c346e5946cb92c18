import type { AskedZones } from '@groma/geo';
import {
  applyAffine,
  invertAffine,
  measureZones,
  samplePlaces,
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
  question: Exclude<ImageQuestion, { kind: 'make' }>,
): Promise<Float64Array | string[]> {
  const { file } = raster;
  switch (question.kind) {
    case 'bands':
      return Array.from({ length: file.bands }, (_, band) => bandName(file, band));
    case 'zones': {
      const { zones, band, statistics } = question;
      const wish = { band: requireBand(raster, band), statistics: statistics as readonly ZoneStatistic[] };
      return measureZones(file, ringsOf(zones, await pixelsOf(raster, zones.degrees)), wish);
    }
    case 'sample': {
      const bands = Array.from({ length: file.bands }, (_, band) => band);
      return samplePlaces(file, await pixelsOf(raster, question.degrees), { bands, method: question.method });
    }
  }
}

/** Columns and rows of places in degrees. */
async function pixelsOf(raster: OpenRaster, degrees: Float64Array): Promise<Float64Array> {
  const found = await requireSystem(raster).projection.fromDegrees(degrees);
  const toPixel = invertAffine((raster.file as RasterFile & { transform: object }).transform);
  for (let at = 0; at < found.length; at += 2)
    [found[at], found[at + 1]] = applyAffine(toPixel, found[at]!, found[at + 1]!);
  return found;
}

/** A zone with a corner that has no place in the system of the image is none. */
function ringsOf({ rings, holes, zones }: AskedZones, corners: Float64Array): (PixelRings | null)[] {
  return Array.from({ length: zones.length - 1 }, (_, zone) => {
    const [first, end] = [zones[zone]!, zones[zone + 1]!];
    const from = rings[first]!;
    const own = corners.subarray(from * 2, rings[end]! * 2);
    if (!own.every(Number.isFinite)) return null;
    return {
      corners: own,
      rings: Array.from(rings.subarray(first, end + 1), (at) => at - from),
      holes: Array.from(holes.subarray(first, end), (hole) => hole === 1),
    };
  });
}
