import { expect, test } from 'vitest';
import { edgesOf } from './axis-edges.ts';

test('[RAS-071] [RAS-072] edges of pixels follow from their centres where these are even; longitudes go on where they begin again', () => {
  expect(edgesOf([10, 20, 30], false)).toEqual([5, 35]);
  expect(edgesOf([30, 20, 10], false)).toEqual([35, 5]);
  expect(edgesOf([10, 20, 32], false)).toBeNull();
  expect(edgesOf([10, 10, 10], false)).toBeNull();
  expect(edgesOf([10, NaN, 30], false)).toBeNull();
  expect(edgesOf([359, 0, 1], true)).toEqual([-1.5, 1.5]);
  expect(edgesOf([179, -180, -179], true)).toEqual([178.5, 181.5]);
  expect(edgesOf([1, 0, 359], true)).toEqual([1.5, -1.5]);
  expect(edgesOf([200, 210, 220], true)).toEqual([-165, -135]);
  expect(edgesOf([0, 90, 180, 270], true)).toEqual([-45, 315]);
  expect(edgesOf([359, 0, 1], false)).toBeNull();
});
