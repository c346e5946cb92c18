import type { RasterBandStats, RasterRange, RasterStretch } from './raster-style.ts';

/** Statistics with whatever percentiles were asked for, as `percentile_5`. */
export type StretchStats = Pick<RasterBandStats, 'min' | 'max' | 'mean' | 'std'> & Readonly<Record<string, unknown>>;

/**
 * The values that become the two ends of the colours. Standard deviations lie about the mean and never beyond the least
 * and greatest value. Null where the statistics do not hold what is asked.
 */
export function stretchRange(
  stats: StretchStats,
  how: RasterStretch,
  { percentiles: [low, high], deviations }: { percentiles: readonly [number, number]; deviations: number },
): RasterRange | null {
  const { min, max, mean, std } = stats;
  if (how === 'standard-deviation')
    return [Math.max(min, mean - deviations * std), Math.min(max, mean + deviations * std)];
  if (how !== 'percentile') return [min, max];
  const [from, to] = [stats[`percentile_${low}`], stats[`percentile_${high}`]];
  return typeof from === 'number' && typeof to === 'number' ? [from, to] : null;
}
