import { expect, test } from 'vitest';
import { lacksOverviews } from './read-raster.ts';

test('[RAS-014] [RAS-015] a raster lacks overviews by the pixels of the coarsest image it holds', () => {
  expect(lacksOverviews({ width: 40_000, height: 40_000, overviews: [] })).toBe(true);
  expect(lacksOverviews({ width: 40_000, height: 40_000, overviews: [2, 4] })).toBe(true);
  expect(lacksOverviews({ width: 40_000, height: 40_000, overviews: [2, 4, 8] })).toBe(false);
  expect(lacksOverviews({ width: 9_999, height: 10_000, overviews: [] })).toBe(false);
});
