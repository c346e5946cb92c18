import * as h3 from 'h3-js';
import { expect, it } from 'vitest';
import type { Position } from '../coordinate.ts';
import { H3Cover } from './h3-cover.ts';
import { seededRandom } from './sphere.ts';

const random = seededRandom(17);

/** A ring around a place whose corners lie up to `size` degrees from it, closed. */
function ringAround([x, y]: Position, size: number, corners: number): Position[] {
  const ring = Array.from({ length: corners }, (_, at): Position => {
    const [angle, far] = [(2 * Math.PI * at) / corners, size * (0.4 + 0.6 * random())];
    return [x + (far * Math.cos(angle)) / Math.cos((y * Math.PI) / 180), y + far * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

it.each([
  [9, 0.0003, 400],
  [9, 0.005, 150],
  [7, 0.3, 20],
  [4, 0.02, 200],
  [3, 3, 40],
  [1, 2, 40],
  [0, 1, 40],
])(
  '[GEO-085] at resolution %i, polygons of %f degrees have the cells that H3 itself finds to meet them',
  (resolution, size, count) => {
    const cover = new H3Cover(h3, resolution);
    for (let index = 0; index < count; index++) {
      const place: Position = [random() * 340 - 170, random() * 150 - 75];
      const rings = [ringAround(place, size, 3 + Math.floor(random() * 12))];
      if (index % 3 === 0) rings.push(ringAround(place, size * 0.35, 5).toReversed());
      const wanted = h3.polygonToCellsExperimental(rings as number[][][], resolution, 'containmentOverlapping', true);
      const found = [...cover.cellsOf(rings, () => undefined)];
      // H3 misses a cell that lies around a whole hole.
      const holding = new Set(rings[1]?.map(([x, y]) => h3.latLngToCell(y, x, resolution)));
      const all = new Set([...wanted, ...(holding.size === 1 ? holding : [])]);
      expect(found.toSorted(), JSON.stringify(rings)).toEqual([...all].toSorted());
    }
  },
);

it('[GEO-085] polygons beside the antimeridian and around pentagons have their cells too', () => {
  const [pentagon] = h3.getPentagons(6);
  const [y, x] = h3.cellToLatLng(pentagon!);
  for (const [resolution, places] of [
    [5, [[179.2, 12] as Position, [-179.2, -40] as Position]],
    [6, [[x, y] as Position]],
  ] as const)
    for (const place of places) {
      const rings = [ringAround(place, 0.5, 9)];
      const wanted = h3.polygonToCellsExperimental(rings as number[][][], resolution, 'containmentOverlapping', true);
      expect([...new H3Cover(h3, resolution).cellsOf(rings, () => undefined)].toSorted()).toEqual(wanted.toSorted());
    }
});

it('[GEO-085] a polygon meets the cell that holds its hole', () => {
  const cell = h3.latLngToCell(50, 8, 5);
  const [y, x] = h3.cellToLatLng(cell) as [number, number];
  const rings = [ringAround([x, y], 1, 8), ringAround([x, y], 0.001, 8).toReversed()];
  expect(new H3Cover(h3, 5).cellsOf(rings, () => undefined).has(cell)).toBe(true);
});
