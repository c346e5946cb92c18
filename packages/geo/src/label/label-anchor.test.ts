import { expect, it } from 'vitest';
import { labelAnchor, labelSize } from './label-anchor.ts';

it('[VEC-004] a label stands on its point, in the middle of its line, inside its area', () => {
  expect(labelAnchor({ type: 'Point', coordinates: [1, 2, 3] })).toEqual([1, 2]);
  expect(
    labelAnchor({
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0],
          [1, 0],
        ],
        [
          [0, 5],
          [4, 5],
          [10, 5],
        ],
      ],
    }),
  ).toEqual([5, 5]);
  expect(
    labelAnchor({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 3],
          [0, 3],
          [0, 0],
        ],
      ],
    }),
  ).toEqual([2, 1.5]);
});

it('[VEC-004] a label of a crescent or of an area with a hole lies in neither the bay nor the hole', () => {
  // A U, open above: at half its height there are two arms, the right one is wider.
  const u = labelAnchor({
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [7, 10],
        [7, 1],
        [2, 1],
        [2, 10],
        [0, 10],
        [0, 0],
      ],
    ],
  });
  expect(u![0]).toBeCloseTo(8.5, 4);
  const ring = labelAnchor({
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 9],
          [0, 0],
        ],
        [
          [1, 1],
          [7, 1],
          [7, 8],
          [1, 8],
          [1, 1],
        ],
      ],
      [
        [
          [20, 0],
          [21, 0],
          [21, 1],
          [20, 0],
        ],
      ],
    ],
  });
  expect(ring![0]).toBeCloseTo(8, 4);
});

it('[VEC-004] nothing to stand on gives no label, and a flat area no error', () => {
  expect(labelAnchor(null)).toBeNull();
  expect(labelAnchor({ type: 'MultiPoint', coordinates: [] })).toBeNull();
  expect(labelAnchor({ type: 'MultiPolygon', coordinates: [] })).toBeNull();
  expect(
    labelAnchor({
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [2, 1],
          [3, 1],
          [1, 1],
        ],
      ],
    }),
  ).toEqual([1, 1]);
});

it('[MAP-182] what takes more of the map is larger: the largest area, also for being farther north, or the longest line', () => {
  const square = (latitude: number, side: number) => [
    [
      [0, latitude],
      [side, latitude],
      [side, latitude + side],
      [0, latitude + side],
      [0, latitude],
    ],
  ];
  const size = (coordinates: number[][][][]) => labelSize({ type: 'MultiPolygon', coordinates });
  expect(labelSize({ type: 'Polygon', coordinates: square(-1, 2) })).toBeCloseTo(4);
  expect(size([square(-1, 2), square(-2, 4)])).toBeCloseTo(16);
  expect(size([square(59, 2)])).toBeCloseTo(8);
  const line = [
    [0, 0],
    [3, 4],
  ];
  expect(labelSize({ type: 'MultiLineString', coordinates: [line, [line[0]!, [1, 0]]] })).toBe(5);
  expect([labelSize({ type: 'Point', coordinates: [1, 2] }), labelSize(null)]).toEqual([0, 0]);
});
