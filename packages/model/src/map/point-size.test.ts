import { describe, expect, it } from 'vitest';
import { legendSizes, pointRadiusOf, type PointSize } from './point-size.ts';

const size: PointSize = { column: 'people', mostValue: 1_000, leastRadius: 2, mostRadius: 20 };

describe('sizes of points', () => {
  it('[VEC-090] gives a value four times as large twice the radius, between the least and the largest', () => {
    expect([1_000, 250, 62.5].map((value) => pointRadiusOf(size, value))).toEqual([20, 10, 5]);
    expect([5_000, 1, 0, -40, NaN].map((value) => pointRadiusOf(size, value))).toEqual([20, 2, 2, 2, 2]);
  });

  it('[MAP-160] shows three round values with their true radii in a legend', () => {
    expect(legendSizes(size)).toEqual([
      { value: 1_000, radius: 20 },
      { value: 250, radius: 10 },
      { value: 50, radius: 20 * Math.sqrt(0.05) },
    ]);
    const small = legendSizes({ ...size, mostValue: 0.37, leastRadius: 8 });
    expect(small.map(({ value }) => value)).toEqual([0.25]);
    expect(legendSizes({ ...size, leastRadius: 20 })).toHaveLength(1);
  });
});
