import { expect, test } from 'vitest';
import type { MapSession } from '../session/map-session.ts';
import { firstMapState } from '../session/map-state.ts';
import { hasSelection, searchArea } from './search-area.ts';

/** What is asked of a map: the selected features of one layer. */
function sessionWith(...geometries: unknown[]): Pick<MapSession, 'mapId' | 'state' | 'askNow'> {
  const fids = new Set(geometries.map((_, at) => at + 1));
  return {
    mapId: 'm',
    state: { ...firstMapState, selection: { layer: fids } },
    askNow: (() => Promise.resolve(geometries.map((geometry, at) => ({ fid: at + 1, geometry })))) as never,
  };
}
const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 0],
      [west + 1, 0],
      [west + 1, 1],
      [west, 0],
    ],
  ],
});

test('[SAT-061] selected polygons are the area, other features the box around them', async () => {
  const one = await searchArea('selected', sessionWith(square(5)), null);
  expect(one!.query).toEqual({ area: square(5) });
  const two = await searchArea('selected', sessionWith(square(5), square(8)), null);
  expect(two!.query).toMatchObject({ area: { type: 'MultiPolygon' } });
  const points = sessionWith(
    { type: 'Point', coordinates: [3, 4] },
    {
      type: 'LineString',
      coordinates: [
        [1, 9],
        [2, 2],
      ],
    },
  );
  expect((await searchArea('selected', points, null))!.query).toEqual({ box: [1, 2, 3, 9] });
  expect(await searchArea('selected', sessionWith(), null)).toBeNull();
  expect([hasSelection(sessionWith()), hasSelection(points)]).toEqual([false, true]);
});

test('[SAT-061] a box that is drawn may lie across the antimeridian or around the Earth', async () => {
  const drawn = async (...box: [number, number, number, number]) => (await searchArea('drawn', sessionWith(), box))!;
  expect((await drawn(10, -5, 20, 5)).query).toEqual({ box: [10, -5, 20, 5] });
  const across = await drawn(175, -5, 190, 5);
  expect(across.query).toEqual({ box: [175, -5, -170, 5] });
  expect(across.shown.coordinates[0]!.map((position) => position[0])).toEqual([175, 190, 190, 175, 175]);
  expect((await drawn(-200, -95, 200, 95)).query).toEqual({ box: [-180, -90, 180, 90] });
  expect(await searchArea('drawn', sessionWith(), null)).toBeNull();
});

test('[SAT-061] a map that is not shown has no visible area', async () => {
  expect(await searchArea('visible', sessionWith(), null)).toBeNull();
});
