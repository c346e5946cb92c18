import { bandStatistics, readPart, RasterError } from '@groma/raster';
import type { raster } from '@groma/protocol';
import type { RasterTask } from '../pool/raster-task.ts';
import type { OpenRaster } from './open-rasters.ts';
import { readValues, valueNames } from './read-values.ts';

/** Statistics of each band or expression, over the raster thinned to so many pixels on its longer side. */
export async function measureRaster({ file }: OpenRaster, { values, longest, percentiles, bins, range }: Extract<RasterTask, { kind: 'statistics' }>, signal: AbortSignal): Promise<Record<string, raster.RasterStatistics>> {
  const scale = Math.min(1, longest / Math.max(file.width, file.height));
  const size = { width: Math.max(1, Math.round(file.width * scale)), height: Math.max(1, Math.round(file.height * scale)) };
  const all = Array.from({ length: file.bands }, (_, band) => band + 1);
  const picture = await readValues(file, values, all, (wish) => readPart(file, { x: 0, y: 0, width: file.width, height: file.height }, size, wish), signal);
  const found: Record<string, raster.RasterStatistics> = {};
  for (const [index, name] of valueNames(file, values, all).entries()) {
    const statistics = bandStatistics(picture.bands[index]!, picture.valid, { percentiles, bins, ...(range && { range }) });
    if (!statistics) throw new RasterError('DAMAGED', `${name} has no valid pixel.`);
    const { histogram, validPixels, maskedPixels, percentiles: found2, ...rest } = statistics;
    found[name] = {
      ...rest, histogram: [histogram.counts, histogram.edges], valid_pixels: validPixels, masked_pixels: maskedPixels, valid_percent: (validPixels / (validPixels + maskedPixels)) * 100,
      ...Object.fromEntries(Object.entries(found2).map(([percent, value]) => [`percentile_${percent}`, value])),
    };
  }
  return found;
}
