import { expect, test } from 'vitest';
import type { Geometry } from '../geometry.ts';
import { geometryArea } from './area.ts';
import { geometryLength } from './length.ts';
import { measureFeature } from './measure-feature.ts';

const square: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ],
  ],
};

test('[GEO-005] a feature has a baseArea in m² and a baseLength in metres, with its id in groma_fid', () => {
  const measured = measureFeature(7, square);
  expect(Object.keys(measured).toSorted()).toEqual(['baseArea', 'baseLength', 'groma_fid']);
  expect(measured.groma_fid).toBe(7);
  expect(measured.baseArea).toBe(geometryArea(square));
  expect(measured.baseLength).toBe(geometryLength(square));
  // A square degree at the equator is about 111.3 km by 110.6 km.
  expect(measured.baseArea! / 1e6).toBeCloseTo(12_309, -1);
  expect(measured.baseLength! / 1e3).toBeCloseTo(443.8, 0);
});

test('[GEO-074] without a geometry, or with positions that are not finite, there is no measurement', () => {
  expect(measureFeature(1, null)).toEqual({ groma_fid: 1, baseArea: null, baseLength: null });
  const broken: Geometry = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [Number.NaN, 1],
    ],
  };
  expect(measureFeature(2, broken).baseLength).toBeNull();
});
