import type { SimpleGeometry } from '@groma/geo';
import { expect, test } from 'vitest';
import { deleteVertex, insertVertex, moveGeometry, moveVertex, pathsOf } from './vertex-edit.ts';

const ring = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const hole = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 1],
];
const area: SimpleGeometry = { type: 'Polygon', coordinates: [ring, hole] };

test('[MAP-141] the closing position of a ring follows the first, in vertex moves, insertions and deletions', () => {
  expect(moveVertex(area, { path: 0, index: 0 }, [-1, -1])).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [-1, -1],
        [4, 0],
        [4, 4],
        [0, 4],
        [-1, -1],
      ],
      hole,
    ],
  });
  expect(insertVertex(area, { path: 0, index: 4 }, [-1, 2])).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
        [-1, 2],
        [0, 0],
      ],
      hole,
    ],
  });
  expect(deleteVertex(area, { path: 0, index: 0 })).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [4, 0],
        [4, 4],
        [0, 4],
        [4, 0],
      ],
      hole,
    ],
  });
  expect(pathsOf(area).map(({ positions }) => positions.length)).toEqual([4, 3]);
});

test('[MAP-141] what has too few vertices left goes: a hole alone, a polygon with its holes', () => {
  expect(deleteVertex(area, { path: 1, index: 0 })).toEqual({ type: 'Polygon', coordinates: [ring] });
  const triangle: SimpleGeometry = { type: 'Polygon', coordinates: [hole, hole] };
  expect(deleteVertex(triangle, { path: 0, index: 1 })).toBeNull();
  const several: SimpleGeometry = { type: 'MultiPolygon', coordinates: [[hole], [ring, hole]] };
  expect(deleteVertex(several, { path: 0, index: 1 })).toEqual({ type: 'MultiPolygon', coordinates: [[ring, hole]] });
  expect(deleteVertex(several, { path: 2, index: 1 })).toEqual({ type: 'MultiPolygon', coordinates: [[hole], [ring]] });
  expect(
    deleteVertex(
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
      { path: 0, index: 0 },
    ),
  ).toBeNull();
  expect(deleteVertex({ type: 'Point', coordinates: [0, 0] }, { path: 0, index: 0 })).toBeNull();
});

test('[MAP-141] heights stay, and nothing is moved beyond the poles', () => {
  expect(
    moveVertex(
      {
        type: 'LineString',
        coordinates: [
          [0, 0, 7],
          [1, 1, 8],
        ],
      },
      { path: 0, index: 1 },
      [2, 2],
    ),
  ).toEqual({
    type: 'LineString',
    coordinates: [
      [0, 0, 7],
      [2, 2, 8],
    ],
  });
  expect(
    moveGeometry(
      {
        type: 'MultiPoint',
        coordinates: [
          [0, 88, 5],
          [1, 1],
        ],
      },
      10,
      5,
    ),
  ).toEqual({
    type: 'MultiPoint',
    coordinates: [
      [10, 90, 5],
      [11, 6],
    ],
  });
});

test('[MAP-129] vertices keep their heights and M values, a new one lies between its neighbours, and a ring ends with its own', () => {
  const line = [
    [0, 0, null as never, 10],
    [4, 0, null as never, 30],
  ];
  expect(moveVertex({ type: 'LineString', coordinates: line }, { path: 0, index: 1 }, [5, 5])).toEqual({
    type: 'LineString',
    coordinates: [line[0], [5, 5, null, 30]],
  });
  expect(insertVertex({ type: 'LineString', coordinates: line }, { path: 0, index: 1 }, [1, 0])).toEqual({
    type: 'LineString',
    coordinates: [line[0], [1, 0, null, 15], line[1]],
  });
  expect(
    insertVertex(
      {
        type: 'LineString',
        coordinates: [
          [0, 0, 2],
          [4, 0, 4],
        ],
      },
      { path: 0, index: 1 },
      [2, 0],
    ),
  ).toEqual({
    type: 'LineString',
    coordinates: [
      [0, 0, 2],
      [2, 0, 3],
      [4, 0, 4],
    ],
  });
  expect(
    insertVertex(
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [4, 0, 4, 5],
        ],
      },
      { path: 0, index: 1 },
      [2, 0],
    ),
  ).toEqual({
    type: 'LineString',
    coordinates: [
      [0, 0],
      [2, 0],
      [4, 0, 4, 5],
    ],
  });
  const course: SimpleGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0, 1, 0],
        [4, 0, 1, 4],
        [4, 4, 1, 8],
        [0, 0, 1, 14],
      ],
    ],
  };
  expect(moveVertex(course, { path: 0, index: 1 }, [5, 0])).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [0, 0, 1, 0],
        [5, 0, 1, 4],
        [4, 4, 1, 8],
        [0, 0, 1, 14],
      ],
    ],
  });
  expect(moveGeometry(course, 1, 1)).toMatchObject({
    coordinates: [
      [
        [1, 1, 1, 0],
        [5, 1, 1, 4],
        [5, 5, 1, 8],
        [1, 1, 1, 14],
      ],
    ],
  });
});
