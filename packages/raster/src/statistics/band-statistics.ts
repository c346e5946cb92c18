/** What the values of one band come to. Counts are pixels. */
export interface BandStatistics {
  min: number;
  max: number;
  mean: number;
  /** Of the population, as numpy and GDAL give it. */
  std: number;
  sum: number;
  count: number;
  median: number;
  /** The value that occurs most, and the one that occurs least; of equals the smaller. */
  majority: number;
  minority: number;
  unique: number;
  percentiles: Record<string, number>;
  /** Counts of equal steps from the least to the greatest value, and the edges of the steps. */
  histogram: { counts: number[]; edges: number[] };
  validPixels: number;
  maskedPixels: number;
}

export interface StatisticsWish {
  percentiles?: readonly number[];
  bins?: number;
  range?: readonly [least: number, greatest: number];
}

/**
 * Statistics of the values that are valid. Percentiles lie linearly between the ranks next to them (type 7 of Hyndman
 * and Fan 1996, The American Statistician 50; numpy's default).
 * @param valid 0 where a pixel does not count; null: all count. Anything that is not a finite number never counts
 * @returns null when no pixel counts
 */
export function bandStatistics(
  values: ArrayLike<number>,
  valid: Uint8Array | null,
  { percentiles = [2, 98], bins = 10, range }: StatisticsWish = {},
): BandStatistics | null {
  const sorted = new Float64Array(values.length);
  let count = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    if ((valid === null || valid[index] !== 0) && value - value === 0) {
      sorted[count] = value;
      count += 1;
    }
  }
  if (count === 0) return null;
  const counted = sorted.subarray(0, count).sort();
  const { sum, mean, std } = momentsOf(counted);
  return {
    min: counted[0]!,
    max: counted[count - 1]!,
    mean,
    std,
    sum,
    count,
    median: percentile(counted, 50),
    ...commonest(counted),
    percentiles: Object.fromEntries(percentiles.map((each) => [String(each), percentile(counted, each)])),
    histogram: histogramOf(counted, bins, range ?? [counted[0]!, counted[count - 1]!]),
    validPixels: count,
    maskedPixels: values.length - count,
  };
}

/** Sums that are taken with what was lost before (Kahan 1965, Communications of the ACM 8). */
function momentsOf(values: Float64Array): { sum: number; mean: number; std: number } {
  const sum = exactSum(values, (value) => value);
  const mean = sum / values.length;
  return { sum, mean, std: Math.sqrt(exactSum(values, (value) => (value - mean) ** 2) / values.length) };
}

function exactSum(values: Float64Array, of: (value: number) => number): number {
  let [sum, lost] = [0, 0];
  for (const value of values) {
    const more = of(value) - lost;
    const next = sum + more;
    lost = next - sum - more;
    sum = next;
  }
  return sum;
}

/** @param sorted from the least to the greatest, at least one */
export function percentile(sorted: Float64Array, percent: number): number {
  const rank = (Math.min(100, Math.max(0, percent)) / 100) * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(rank)]!, sorted[Math.ceil(rank)]!];
  return low + (high - low) * (rank - Math.floor(rank));
}

function commonest(sorted: Float64Array): { majority: number; minority: number; unique: number } {
  let [majority, most, minority, least, unique] = [sorted[0]!, 0, sorted[0]!, Infinity, 0];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1;
    if (end - start > most) [majority, most] = [sorted[start]!, end - start];
    if (end - start < least) [minority, least] = [sorted[start]!, end - start];
    unique += 1;
    start = end;
  }
  return { majority, minority, unique };
}

function histogramOf(
  sorted: Float64Array,
  bins: number,
  [least, greatest]: readonly [number, number],
): BandStatistics['histogram'] {
  const [from, to] = least === greatest ? [least - 0.5, greatest + 0.5] : [least, greatest];
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of sorted) {
    if (value < from || value > to) continue;
    counts[Math.min(bins - 1, Math.floor(((value - from) / (to - from)) * bins))]! += 1;
  }
  return { counts, edges: Array.from({ length: bins + 1 }, (_, index) => from + ((to - from) * index) / bins) };
}
