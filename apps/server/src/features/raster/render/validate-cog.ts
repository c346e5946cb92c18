import type { RasterFile } from '@groma/raster';
import type { OpenRaster } from './open-raster.ts';

interface Validated {
  COG: boolean;
  errors: string[];
  warnings: string[];
}

/** Side above which a raster needs overviews, as GDAL's validator has it. */
const smallSide = 512;

/**
 * Whether a raster is a Cloud Optimized GeoTIFF (OGC 21-026 §6 to 8): tiles, overviews in order, directories before
 * pixels.
 */
export async function validateCog({ file, parts }: OpenRaster): Promise<Validated> {
  if (!parts) return validateOne(file);
  const found = await Promise.all(parts.map((part) => validateOne(part.file)));
  return {
    COG: found.every(({ COG }) => COG),
    errors: [...new Set(found.flatMap(({ errors }) => errors))],
    warnings: [...new Set(found.flatMap(({ warnings }) => warnings))],
  };
}

async function validateOne(file: RasterFile): Promise<Validated> {
  const errors: string[] = [];
  const warnings: string[] = [];
  const isLarge = file.width > smallSide || file.height > smallSide;
  if (isLarge && !file.layout.isTiled)
    errors.push('The file is larger than 512 pixels on a side, but it is not tiled.');
  if (isLarge && file.levels.length === 1)
    warnings.push('The file is larger than 512 pixels on a side: it should have overviews.');
  for (const { image } of file.levels.slice(1)) {
    const { width, height, isTiled } = image.layout;
    if (!isTiled && (width > smallSide || height > smallSide))
      errors.push(`The overview of ${width} × ${height} pixels is not tiled.`);
  }
  const firsts = await Promise.all(file.levels.map(async ({ image }) => image.firstByte()));
  for (let level = 1; level < firsts.length; level += 1) {
    const [finer, coarser] = [firsts[level - 1]!, firsts[level]!];
    if (finer !== null && coarser !== null && finer < coarser)
      errors.push(
        `The pixels of overview ${level} lie behind those of ${level === 1 ? 'the full image' : `overview ${level - 1}`}; they should come first.`,
      );
  }
  const pixelsFrom = Math.min(...firsts.filter((first) => first !== null));
  if (file.directoryOffsets.some((offset) => offset > pixelsFrom))
    errors.push('A directory lies behind the first pixels; all should come before them.');
  return { COG: errors.length === 0, errors, warnings };
}
