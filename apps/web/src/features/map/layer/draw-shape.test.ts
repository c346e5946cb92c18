import { expect, test } from 'vitest';
import { outlineEdges, pairedPositions, positionsBox, segmentTypes } from './draw-shape.ts';

test('positions keep all their digits in two numbers of single precision, with room beside them', () => {
  const degrees = [13.404954123456, 52.520006987654];
  const paired = pairedPositions({ coordinates: Float64Array.from(degrees), size: 2 });
  expect([...paired.subarray(0, 4), ...paired.subarray(8)]).toEqual(Array.from({ length: 12 }, () => 0));
  expect(Math.abs(paired[4]! + paired[6]! - degrees[0]!)).toBeLessThan(1e-13);
  expect(Math.abs(paired[5]! + paired[7]! - degrees[1]!)).toBeLessThan(1e-13);
  expect(Math.abs(paired[4]! - degrees[0]!)).toBeGreaterThan(1e-8);
  expect([...pairedPositions({ coordinates: Float64Array.of(1, 2, NaN), size: 3 }).subarray(6, 12)]).toEqual([
    1, 2, 0, 0, 0, 0,
  ]);
});

test('each edge of a ring is drawn once, none between rings', () => {
  expect([...outlineEdges({ starts: Uint32Array.of(0, 4, 7) })]).toEqual([0, 1, 1, 2, 2, 3, 4, 5, 5, 6]);
});

test('lines begin and end where they do, and nothing is drawn from one to the next', () => {
  expect([...segmentTypes({ starts: Uint32Array.of(0, 4, 6, 7) })]).toEqual([1, 0, 2, 4, 3, 4, 4]);
});

test('a box holds all positions, heights left aside', () => {
  expect(positionsBox({ coordinates: Float64Array.of(3, 4, 100, -1, 9, -100), size: 3 })).toEqual([-1, 4, 3, 9]);
  expect(positionsBox({ coordinates: new Float64Array(), size: 2 })).toBeNull();
});
