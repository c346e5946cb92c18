import { expect, it } from 'vitest';
import type { SimpleGeometry } from '../geometry.ts';
import { formatWkb } from './format-wkb.ts';
import { formatWkt } from './format-wkt.ts';
import { parseWkb } from './wkb.ts';
import { parseWkt } from './wkt.ts';

const GEOMETRIES: SimpleGeometry[] = [
  { type: 'Point', coordinates: [1.5, -2] },
  { type: 'Point', coordinates: [1, 2, 3] },
  {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1e-7, 1],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 0],
      ],
      [
        [1, 0.5],
        [2, 0.5],
        [2, 1],
        [1, 0.5],
      ],
    ],
  },
  {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [0, 0, 1],
        [1, 1, 2],
      ],
      [
        [2, 2, 3],
        [3, 3, 4],
      ],
    ],
  },
  {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      [
        [
          [5, 5],
          [6, 5],
          [6, 6],
          [5, 5],
        ],
        [
          [5.1, 5.1],
          [5.2, 5.1],
          [5.2, 5.2],
          [5.1, 5.1],
        ],
      ],
    ],
  },
];

it('[MAP-106] geometries written as text and as binary are read back as they were', () => {
  expect(GEOMETRIES.map((geometry) => parseWkt(formatWkt(geometry)))).toEqual(GEOMETRIES);
  expect(GEOMETRIES.map((geometry) => parseWkb(formatWkb(geometry)))).toEqual(GEOMETRIES);
});
