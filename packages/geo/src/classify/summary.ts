import { countDistinct } from './count-distinct.ts';
import { quantileSorted } from './quantile.ts';

/** What is told of a column of numbers. `deviation` is that of a sample (n − 1), null for fewer than two numbers. */
export interface NumberSummary {
  count: number;
  nulls: number;
  distinct: number;
  min: number | null;
  max: number | null;
  mean: number | null;
  median: number | null;
  deviation: number | null;
  sum: number;
}

/** Sums up sorted finite numbers; `nulls` are the empty cells beside them. */
export function summarize(sorted: Float64Array, nulls: number): NumberSummary {
  const count = sorted.length;
  const sum = exactSum(sorted, (number) => number);
  const mean = count === 0 ? null : sum / count;
  const deviation =
    mean === null || count < 2 ? null : Math.sqrt(exactSum(sorted, (number) => (number - mean) ** 2) / (count - 1));
  return {
    count,
    nulls,
    distinct: countDistinct(sorted),
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
    mean,
    median: count === 0 ? null : quantileSorted(sorted, 0.5),
    deviation,
    sum,
  };
}

/**
 * Bars of one width from the least to the greatest of sorted numbers; the last holds the greatest. `edges` has one more
 * than `counts`.
 */
export interface Histogram {
  edges: number[];
  counts: number[];
}

/** Counts sorted finite numbers into `bars`; one bar where all are equal, none for none. */
export function histogram(sorted: Float64Array, bars: number): Histogram {
  if (sorted.length === 0) return { edges: [], counts: [] };
  const [least, greatest] = [sorted[0]!, sorted.at(-1)!];
  if (least === greatest) return { edges: [least, greatest], counts: [sorted.length] };
  const edges = Array.from({ length: bars + 1 }, (_, index) =>
    index === bars ? greatest : least + ((greatest - least) * index) / bars,
  );
  const starts = edges.map((edge, index) => (index === bars ? sorted.length : lowerBound(sorted, edge)));
  return { edges, counts: starts.slice(1).map((start, index) => start - starts[index]!) };
}

/** How many sorted numbers lie in each class of `breaks`, by the rule that a number on a break belongs above it. */
export function countInClasses(sorted: Float64Array, breaks: readonly number[]): number[] {
  const last = breaks.length - 1;
  const starts = breaks.map((each, index) => (index === last ? upperBound(sorted, each) : lowerBound(sorted, each)));
  return starts.slice(1).map((start, index) => start - starts[index]!);
}

/** The place of the first of sorted numbers that is not below `value`. */
function lowerBound(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function upperBound(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A sum that loses nothing of small numbers beside large ones (Neumaier 1974, Rundungsfehleranalyse einiger Verfahren
 * zur Summation endlicher Summen).
 */
function exactSum(numbers: Float64Array, of: (number: number) => number): number {
  let sum = 0;
  let lost = 0;
  for (const each of numbers) {
    const number = of(each);
    const next = sum + number;
    lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
  }
  return sum + lost;
}
