import type { SimpleGeometry } from '@groma/geo';
import { expect, test } from 'vitest';
import { answeredWithin, nearestOf } from './snapping.ts';

const area: SimpleGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 0],
    ],
  ],
};
const at = (longitude: number, latitude: number) => ({ longitude, latitude, acrossReach: 0.5, upReach: 0.5 });

test('[MAP-010] a position snaps to a vertex before an edge, also to the closing one, and to nothing that is far', () => {
  expect(nearestOf(area, at(0.1, 0.1))).toMatchObject({ kind: 'vertex', longitude: 0, latitude: 0 });
  expect(nearestOf(area, at(5, 0.2))).toMatchObject({ kind: 'edge', longitude: 5, latitude: 0 });
  const onDiagonal = nearestOf(area, at(5.2, 5));
  expect(onDiagonal?.kind).toBe('edge');
  expect(onDiagonal!.longitude).toBeCloseTo(onDiagonal!.latitude, 9);
  expect(nearestOf(area, at(8, 3))).toBeNull();
  expect(
    nearestOf(
      {
        type: 'MultiPoint',
        coordinates: [
          [0, 0],
          [1, 0],
        ],
      },
      at(0.55, 0),
    ),
  ).toMatchObject({ kind: 'vertex', longitude: 1 });
  expect(
    nearestOf(
      {
        type: 'MultiPoint',
        coordinates: [
          [0, 0],
          [9, 0],
        ],
      },
      at(4, 0),
    ),
  ).toBeNull();
});

test('[MAP-010] layers that have answered in time count without those that have not', async () => {
  const never = new Promise<string>(() => undefined);
  expect(await answeredWithin([never, Promise.resolve('near')], 0)).toEqual(['near']);
  expect(
    await answeredWithin(
      [
        new Promise((resolve) => {
          setTimeout(resolve, 5, 'late');
        }),
        Promise.resolve('near'),
      ],
      60_000,
    ),
  ).toEqual(['near', 'late']);
});
