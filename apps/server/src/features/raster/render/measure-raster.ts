import { bandStatistics, RasterError, type Picture } from '@groma/raster';
import type { raster } from '@groma/protocol';
import type { RasterTask } from '../pool/raster-task.ts';
import { readJoinedPart } from './joined-bands.ts';
import type { OpenRaster } from './open-raster.ts';
import { readValues, valueNames } from './read-values.ts';
import { windowOfBox } from './window-of-box.ts';

type StatisticsTask = Extract<RasterTask, { kind: 'statistics' }>;

/** Bands that are read at once. */
const atOnce = 4;
/** Bytes of a value, and of its copy in order. */
const valueBytes = 16;

/**
 * Statistics of each band or expression, over the raster, or what of it lies in a box, thinned to so many pixels on its
 * longer side.
 */
export async function measureRaster(
  opened: OpenRaster,
  { values, longest, percentiles, bins, range, box }: StatisticsTask,
  signal: AbortSignal,
): Promise<Record<string, raster.RasterStatistics>> {
  const { file } = opened;
  const window = box ? await windowOfBox(opened, box) : { x: 0, y: 0, width: file.width, height: file.height };
  const scale = Math.min(1, longest / Math.max(window.width, window.height));
  const size = {
    width: Math.max(1, Math.round(window.width * scale)),
    height: Math.max(1, Math.round(window.height * scale)),
  };
  const all = Array.from({ length: file.bands }, (_, band) => band + 1);
  const found: Record<string, raster.RasterStatistics> = {};
  const names = valueNames(file, values, all);
  // A few at once: a raster may have thousands of bands.
  for (let first = 0; first < names.length; first += atOnce) {
    const some = values.expressions
      ? { ...values, expressions: values.expressions.slice(first, first + atOnce) }
      : { ...values, bands: (values.bands ?? all).slice(first, first + atOnce) };
    // oxlint-disable-next-line no-await-in-loop
    await file.levels[0]!.image.pictures.run(size.width * size.height * valueBytes * atOnce, async () => {
      const picture = await readValues(file, some, all, (wish) => readJoinedPart(opened, window, size, wish), signal);
      for (const [index, name] of names.slice(first, first + atOnce).entries())
        found[name] = presentable(name, picture.bands[index]!, picture.valid, { percentiles, bins, range });
    });
  }
  return found;
}

function presentable(
  name: string,
  values: Picture['bands'][number],
  valid: Uint8Array,
  { percentiles, bins, range }: Pick<StatisticsTask, 'percentiles' | 'bins' | 'range'>,
): raster.RasterStatistics {
  const statistics = bandStatistics(values, valid, { percentiles, bins, ...(range && { range }) });
  if (!statistics) throw new RasterError('DAMAGED', `${name} has no valid pixel.`);
  const { histogram, validPixels, maskedPixels, percentiles: found, ...rest } = statistics;
  return {
    ...rest,
    histogram: [histogram.counts, histogram.edges],
    valid_pixels: validPixels,
    masked_pixels: maskedPixels,
    valid_percent: (validPixels / (validPixels + maskedPixels)) * 100,
    ...Object.fromEntries(Object.entries(found).map(([percent, value]) => [`percentile_${percent}`, value])),
  };
}
