import { countDistinct } from './count-distinct.ts';

/**
 * Natural breaks: the lowest number of each class but the first, for the split of sorted numbers into `count` classes
 * whose squared deviations from the class means are least in sum (Fisher 1958, On Grouping for Maximum Homogeneity;
 * Jenks 1977, Optimal Data Classification for Choropleth Maps). The optimum is found exactly, by the dynamic program of
 * Wang and Song 2011 (Ckmeans.1d.dp, The R Journal 3/2) with the divide and conquer of their version 3.4.6, in
 * count · n · log n steps. Fewer breaks where there are fewer different numbers.
 */
export function naturalBreaks(sorted: Float64Array, count: number): number[] {
  const size = sorted.length;
  const classes = Math.min(count, countDistinct(sorted));
  if (classes <= 1) return [];
  const cost = costOf(sorted);
  let before = Float64Array.from({ length: size }, (_, end) => cost(0, end));
  const starts: Int32Array[] = [];
  for (let k = 1; k < classes; k++) {
    const { costs, firsts } = nextRow(before, cost, k);
    starts.push(firsts);
    before = costs;
  }
  const breaks: number[] = [];
  let end = size - 1;
  for (let k = starts.length - 1; k >= 0; k--) {
    const first = starts[k]![end]!;
    breaks.unshift(sorted[first]!);
    end = first - 1;
  }
  return breaks;
}

type Cost = (first: number, last: number) => number;

/**
 * The sum of squared deviations of numbers `first` to `last`, from running sums; numbers are taken from the median,
 * which keeps the differences exact.
 */
function costOf(sorted: Float64Array): Cost {
  const shift = sorted[sorted.length >> 1]!;
  const sums = new Float64Array(sorted.length + 1);
  const squares = new Float64Array(sorted.length + 1);
  sorted.forEach((number, index) => {
    sums[index + 1] = sums[index]! + number - shift;
    squares[index + 1] = squares[index]! + (number - shift) ** 2;
  });
  return (first, last) => {
    if (first >= last) return 0;
    const sum = sums[last + 1]! - sums[first]!;
    return Math.max(0, squares[last + 1]! - squares[first]! - (sum * sum) / (last - first + 1));
  };
}

/**
 * The least cost of one class more for each end, and where its last class begins: that place never goes back as the end
 * goes on.
 */
function nextRow(
  before: Float64Array,
  cost: Cost,
  k: number,
): { costs: Float64Array<ArrayBuffer>; firsts: Int32Array } {
  const size = before.length;
  const costs = new Float64Array(size);
  const firsts = new Int32Array(size);
  // Halves that are still to be filled: ends from low to high, whose class begins from first to last.
  const halves: [low: number, high: number, first: number, last: number][] = [[k, size - 1, k, size - 1]];
  for (let half = halves.pop(); half; half = halves.pop()) {
    const [low, high, first, last] = half;
    if (low > high) continue;
    const middle = (low + high) >> 1;
    let [least, at] = [Infinity, Math.max(first, k)];
    for (let start = Math.max(first, k); start <= Math.min(last, middle); start++) {
      const sum = before[start - 1]! + cost(start, middle);
      if (sum < least) [least, at] = [sum, start];
    }
    costs[middle] = least;
    firsts[middle] = at;
    halves.push([low, middle - 1, first, at], [middle + 1, high, at, last]);
  }
  return { costs, firsts };
}
