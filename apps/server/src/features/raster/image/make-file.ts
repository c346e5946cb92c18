import { open } from 'node:fs/promises';
import { GromaError } from '@groma/model';
import {
  bandIndices,
  bandMaths,
  focalFilter,
  makeImage,
  RasterError,
  reclassify,
  type ImageMaker,
  type RasterFile,
} from '@groma/raster';
import type { OpenRaster } from '../render/open-raster.ts';
import { bandName, findBand, requireBand } from './band-names.ts';
import type { ImageJob, ImageQuestion } from './image-question.ts';

/**
 * Makes an image of others, by stripes, as an uncompressed GeoTIFF.
 * @throws GromaError TOOL_BAND_UNKNOWN, TOOL_BAND_MISSING, TOOL_EXPRESSION_WRONG, TOOL_CLASSES_WRONG, BAD_INPUT;
 * RasterError as reading fails
 */
export async function makeFile(
  rasters: readonly OpenRaster[],
  { job, file }: Extract<ImageQuestion, { kind: 'make' }>,
  onProgress: (fraction: number) => void,
): Promise<null> {
  const maker = makerOf(rasters, job);
  const files = rasters.map((raster) => raster.file);
  const handle = await open(file, 'w');
  try {
    await makeImage(files, maker, async (bytes) => void (await handle.write(bytes)), { onStripe: onProgress });
  } finally {
    await handle.close();
  }
  return null;
}

function makerOf(rasters: readonly OpenRaster[], job: ImageJob): ImageMaker {
  const [first, other] = rasters;
  const names = rasters.map(({ file }) => ({ names: namesOf(file) }));
  switch (job.kind) {
    case 'maths':
      return saying('TOOL_EXPRESSION_WRONG', () => bandMaths(job.expression, names));
    case 'index': {
      const index = bandIndices.find(({ name }) => name === job.index)!;
      const roles = Object.fromEntries(index.bands.map((role) => [role, roleBand(first!, job, role)]));
      return bandMaths(index.expression, names, { roles, factor: 1 / job.full, bandName: index.name });
    }
    case 'change': {
      const [earlier, later] = [requireBand(first!, job.band) + 1, requireBand(other!, job.laterBand) + 1];
      const difference = `(i2_b${later} - i1_b${earlier})`;
      return bandMaths(job.isPercent ? `100 * ${difference} / i1_b${earlier}` : difference, names, {
        bandName: 'change',
      });
    }
    case 'classes':
      return saying('TOOL_CLASSES_WRONG', () =>
        reclassify(job.classes, { band: requireBand(first!, job.band), keepsOthers: job.keepsOthers }),
      );
    case 'filter':
      return saying('BAD_INPUT', () => focalFilter(job.filter, { ...job, band: requireBand(first!, job.band) }));
  }
}

function namesOf(file: RasterFile): string[] {
  return Array.from({ length: file.bands }, (_, band) => bandName(file, band));
}

/** @throws GromaError TOOL_BAND_MISSING, TOOL_BAND_UNKNOWN */
function roleBand(raster: OpenRaster, { index, roles }: Extract<ImageJob, { kind: 'index' }>, role: string): number {
  const chosen = roles[role];
  if (chosen) return requireBand(raster, chosen);
  const named = findBand(raster.file, role);
  if (named === null) throw new GromaError('TOOL_BAND_MISSING', { index, band: role });
  return named;
}

/** Says what is wrong with what people have written. */
function saying(
  code: 'TOOL_EXPRESSION_WRONG' | 'TOOL_CLASSES_WRONG' | 'BAD_INPUT',
  make: () => ImageMaker,
): ImageMaker {
  try {
    return make();
  } catch (error) {
    throw error instanceof RasterError ? new GromaError(code, { detail: error.message }) : error;
  }
}
