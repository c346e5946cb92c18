import { describe, expect, it } from 'vitest';
import { classBreaks, sampleSorted } from './class-breaks.ts';
import { naturalBreaks } from './natural-breaks.ts';
import { sortOrder } from './sort-order.ts';
import { countInClasses, histogram, summarize } from './summary.ts';

const sorted = (...numbers: number[]): Float64Array => Float64Array.from(numbers).sort();

/** The least sum of squared deviations over every way to split, the slow way. */
function leastCost(numbers: readonly number[], classes: number): number {
  if (classes === 1) {
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    return numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0);
  }
  let least = Infinity;
  for (let cut = classes - 1; cut < numbers.length; cut++)
    least = Math.min(least, leastCost(numbers.slice(0, cut), classes - 1) + leastCost(numbers.slice(cut), 1));
  return least;
}

function costOf(numbers: Float64Array, breaks: readonly number[]): number {
  const parts: number[][] = Array.from({ length: breaks.length + 1 }, () => []);
  for (const number of numbers) parts[breaks.filter((each) => each <= number).length]!.push(number);
  return parts.reduce((sum, part) => sum + leastCost(part, 1), 0);
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('class breaks', () => {
  it('[VEC-004] natural breaks are those of the least deviation, against every possible split', () => {
    const next = random(7);
    for (let run = 0; run < 30; run++) {
      const numbers = sorted(...Array.from({ length: 12 }, () => Math.round(next() * 40)));
      for (const count of [2, 3, 4]) {
        const breaks = naturalBreaks(numbers, count);
        expect(costOf(numbers, breaks)).toBeCloseTo(leastCost([...numbers], Math.min(count, new Set(numbers).size)), 9);
      }
    }
  });

  it('[VEC-004] natural breaks fall between heaps, also far from zero and where numbers repeat', () => {
    expect(naturalBreaks(sorted(1, 1, 2, 2, 9, 9, 10, 50, 51), 3)).toEqual([9, 50]);
    const far = 4e9;
    expect(naturalBreaks(sorted(far + 1, far + 2, far + 9, far + 10), 2)).toEqual([far + 9]);
    expect(naturalBreaks(sorted(5, 5, 5), 3)).toEqual([]);
    expect(naturalBreaks(sorted(1, 2), 5)).toEqual([2]);
  });

  it('[VEC-004] a number far above all others is a natural class of its own', () => {
    const numbers = sorted(1, 1, 1, 2, 3, 100, 1000);
    const breaks = classBreaks(numbers, 'jenks', 2);
    expect(breaks).toEqual([1, 1000, 1000]);
    expect(countInClasses(numbers, breaks)).toEqual([6, 1]);
    expect(classBreaks(sorted(2018, 2018, 2019, 2020), 'jenks', 5)).toEqual([2018, 2019, 2020, 2020]);
  });

  it('[VEC-004] equal classes have one width, quantiles one number of features', () => {
    const numbers = sorted(...Array.from({ length: 101 }, (_, index) => index ** 2));
    expect(classBreaks(numbers, 'equal', 4)).toEqual([0, 2500, 5000, 7500, 10_000]);
    expect(classBreaks(numbers, 'quantile', 4)).toEqual([0, 625, 2500, 5625, 10_000]);
    expect(countInClasses(numbers, [0, 625, 2500, 5625, 10_000])).toEqual([25, 25, 25, 26]);
  });

  it('[VEC-004] classes that would be empty are left out; nothing and one number are no error', () => {
    expect(classBreaks(sorted(0, 0, 0, 0, 0, 0, 0, 8), 'quantile', 4)).toEqual([0, 8]);
    expect(classBreaks(sorted(), 'jenks', 5)).toEqual([]);
    expect(classBreaks(sorted(3, 3), 'equal', 5)).toEqual([3, 3]);
  });

  it('[VEC-004] a sample holds both ends', () => {
    const sample = sampleSorted(
      Float64Array.from({ length: 1000 }, (_, index) => index),
      11,
    );
    expect([sample.length, sample[0], sample[5], sample[10]]).toEqual([11, 0, 500, 999]);
  });
});

describe('a column summed up', () => {
  it('[VEC-068] has the figures that NumPy has for it', () => {
    // NumPy: a.mean(), median(a), a.std(ddof=1), a.sum().
    expect(summarize(sorted(2, 4, 4, 4, 5, 5, 7, 9), 3)).toEqual({
      count: 8,
      nulls: 3,
      distinct: 5,
      min: 2,
      max: 9,
      mean: 5,
      median: 4.5,
      deviation: 2.138089935299395,
      sum: 40,
    });
    expect(summarize(sorted(1e16, 1, -1e16), 0).sum).toBe(1);
    expect(summarize(sorted(), 2)).toEqual({
      count: 0,
      nulls: 2,
      distinct: 0,
      min: null,
      max: null,
      mean: null,
      median: null,
      deviation: null,
      sum: 0,
    });
  });

  it('[VEC-068] is drawn in bars that hold every number once', () => {
    expect(histogram(sorted(0, 1, 2, 3, 4, 5, 6, 7, 8, 10), 5)).toEqual({
      edges: [0, 2, 4, 6, 8, 10],
      counts: [2, 2, 2, 2, 2],
    });
    expect(histogram(sorted(4, 4), 5)).toEqual({ edges: [4, 4], counts: [2] });
    expect(histogram(sorted(), 5)).toEqual({ edges: [], counts: [] });
  });

  it('[VEC-068] is sorted as a plain sort does it, equal numbers as they stand and nothing last', () => {
    const next = random(3);
    for (const size of [10, 9_000]) {
      const numbers = Float64Array.from({ length: size }, (_, index) =>
        index % 97 === 0
          ? NaN
          : index % 5 === 0
            ? 0
            : Math.round((next() - 0.5) * 200) * 10 ** Math.round(next() * 8 - 4),
      );
      const expected = Array.from(numbers, (_, index) => index).sort((one, other) => {
        const [a, b] = [numbers[one]!, numbers[other]!];
        if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other;
        return a - b || one - other;
      });
      expect([...sortOrder(numbers)]).toEqual(expected);
    }
  });
});
