import { describe, expect, it } from 'vitest';
import type { Geometry, Polygon, SimpleGeometry } from '../geometry.ts';
import { cutAtAntimeridian, hasEdgeAround } from './cut-at-antimeridian.ts';

const box = (west: number, east: number, south = 0, north = 10): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

describe('antimeridian', () => {
  it('[MAP-129] M values on a cut lie between those of the edge, and no height comes to be', () => {
    expect(
      cutAtAntimeridian({
        type: 'LineString',
        coordinates: [
          [170, 0, null as never, 10],
          [190, 0, null as never, 30],
        ],
      }),
    ).toEqual({
      type: 'MultiLineString',
      coordinates: [
        [
          [170, 0, null, 10],
          [180, 0, null, 20],
        ],
        [
          [-180, 0, null, 20],
          [-170, 0, null, 30],
        ],
      ],
    });
  });

  it('[VEC-009] areas, lines and points that go on beyond 180° are cut there and come back within', () => {
    expect(cutAtAntimeridian(box(170, 180))).toBeNull();
    expect(cutAtAntimeridian(box(170, 190))).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [180, 0],
            [180, 10],
            [170, 10],
            [170, 0],
            [180, 0],
          ],
        ],
        [
          [
            [-180, 0],
            [-170, 0],
            [-170, 10],
            [-180, 10],
            [-180, 0],
          ],
        ],
      ].map((polygon) =>
        polygon.map((ring) => expect.toSatisfy((found: number[][]) => sameRing(found, ring)) as unknown),
      ),
    });
    expect(cutAtAntimeridian(box(-200, -190))).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [160, 0],
            [170, 0],
            [170, 10],
            [160, 10],
            [160, 0],
          ],
        ],
      ],
    });
    expect(
      cutAtAntimeridian({
        type: 'LineString',
        coordinates: [
          [170, 0, 100],
          [190, 20, 200],
          [195, 20],
        ],
      }),
    ).toEqual({
      type: 'MultiLineString',
      coordinates: [
        [
          [170, 0, 100],
          [180, 10, 150],
        ],
        [
          [-180, 10, 150],
          [-170, 20, 200],
          [-165, 20],
        ],
      ],
    });
    expect(
      cutAtAntimeridian({
        type: 'MultiPoint',
        coordinates: [
          [181, 1],
          [-190, 2, 3],
          [5, 6],
        ],
      }),
    ).toEqual({
      type: 'MultiPoint',
      coordinates: [
        [-179, 1],
        [170, 2, 3],
        [5, 6],
      ],
    });
  });

  it('[VEC-009] a hole is cut with its area, and a collection member by member', () => {
    const holed: Polygon = {
      type: 'Polygon',
      coordinates: [box(170, 190).coordinates[0]!, box(175, 178, 2, 4).coordinates[0]!],
    };
    const found = cutAtAntimeridian({
      type: 'GeometryCollection',
      geometries: [holed, { type: 'Point', coordinates: [200, 1] }],
    }) as { geometries: Geometry[] };
    expect((found.geometries[0] as { coordinates: unknown[][] }).coordinates.map((rings) => rings.length)).toEqual([
      2, 1,
    ]);
    expect(found.geometries[1]).toEqual({ type: 'Point', coordinates: [-160, 1] });
  });

  it('[VEC-009] an edge the long way round is known, unless it is a whole parallel', () => {
    const isAround = (geometry: SimpleGeometry) => hasEdgeAround(geometry);
    expect(
      [
        box(170, -170),
        box(-180, 180),
        box(0, 20),
        {
          type: 'MultiPoint' as const,
          coordinates: [
            [170, 0],
            [-170, 0],
          ],
        },
      ].map(isAround),
    ).toEqual([true, false, false, false]);
  });
});

/** The same ring, wherever it begins. */
function sameRing(found: number[][], ring: number[][]): boolean {
  const text = (positions: number[][]) => positions.slice(1).map(String).toSorted().join(' ');
  return text(found) === text(ring);
}
