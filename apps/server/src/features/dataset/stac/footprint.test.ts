import { expect, test } from 'vitest';
import { boxOf, overlaps, readBox, readFootprint } from './footprint.ts';

const ring = (...positions: number[][]) => ({ type: 'Polygon', coordinates: [[...positions, positions[0]!]] });

test('[SAT-052] a footprint across the antimeridian runs on, in one ring or cut into two', () => {
  const area = readFootprint(ring([179, 10], [-179, 10], [-179, 12], [179, 12]))!;
  expect(area.coordinates[0]!.map(([x]) => x)).toEqual([179, 181, 181, 179, 179]);
  expect(boxOf(area)).toEqual([179, 10, -179, 12]);
  const cut = readFootprint({
    type: 'MultiPolygon',
    coordinates: [
      ring([179, 10], [180, 10], [180, 12], [179, 12]).coordinates,
      ring([-180, 10], [-179, 10], [-179, 12], [-180, 12]).coordinates,
    ],
  })!;
  expect(boxOf(cut)).toEqual([179, 10, -179, 12]);
});

test('[SAT-052] what is no footprint is none', () => {
  for (const odd of [
    null,
    'x',
    { type: 'Point', coordinates: [1, 2] },
    { type: 'Polygon' },
    { type: 'Polygon', coordinates: [] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 'x'],
          [1, 1],
          [0, 0],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 95],
          [1, 1],
          [0, 0],
        ],
      ],
    },
    { type: 'MultiPolygon', coordinates: [[]] },
  ])
    expect(readFootprint(odd)).toBeNull();
});

test('[SAT-052] boxes have two or three dimensions, and meet across the antimeridian', () => {
  expect(readBox([1, 2, 0, 3, 4, 100])).toEqual([1, 2, 3, 4]);
  for (const odd of [null, [1, 2, 3], [1, 5, 3, 4], [1, 2, 'x', 4], [0, 0, 0, 200]]) expect(readBox(odd)).toBeNull();
  expect(overlaps([179, 0, -179, 5], [-179.5, 1, -178, 2])).toBe(true);
  expect(overlaps([179, 0, -179, 5], [170, 1, 178, 2])).toBe(false);
  expect(overlaps([0, 0, 1, 1], [0.5, 2, 3, 4])).toBe(false);
});
