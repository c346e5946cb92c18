import { expect, test } from 'vitest';
import { bandStatistics } from './band-statistics.ts';

test('[RAS-021] statistics of a band are those of numpy', () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, NaN, 1000];
  const valid = Uint8Array.from(values, (value) => (value === 1000 ? 0 : 255));
  const found = bandStatistics(values, valid, { bins: 4 })!;
  // numpy: mean, std, percentile and histogram of [3,1,4,1,5,9,2,6,5,3,5]
  expect(found).toMatchObject({
    min: 1,
    max: 9,
    sum: 44,
    count: 11,
    mean: 4,
    median: 4,
    majority: 5,
    minority: 2,
    unique: 7,
    validPixels: 11,
    maskedPixels: 2,
  });
  expect(found.std).toBeCloseTo(2.256304299271068, 12);
  expect(found.percentiles).toEqual({ 2: 1, 98: expect.closeTo(8.4, 12) as number });
  expect(found.histogram).toEqual({ counts: [3, 3, 4, 1], edges: [1, 3, 5, 7, 9] });
});

test('a band without a valid pixel has no statistics; one value has a step around it', () => {
  expect(bandStatistics([NaN, Infinity], null)).toBeNull();
  expect(bandStatistics([7], null, { bins: 2 })!.histogram).toEqual({ counts: [0, 1], edges: [6.5, 7, 7.5] });
});
