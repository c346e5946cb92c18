import { expect, test } from 'vitest';
import { firstSight } from './first-sight.ts';

const view = { longitude: 0, latitude: 0, zoom: 0, pitch: 0, bearing: 0 };

test('[PUB-091] what a map will show is known before it is there', () => {
  const world = firstSight(view, 512, 512)!;
  expect(world[0]).toBe(-180);
  expect(world[2]).toBe(180);
  expect(world[3]).toBeCloseTo(85.051, 3);
  const [west, south, east, north] = firstSight({ ...view, longitude: 10, latitude: 60, zoom: 8 }, 1024, 512)!;
  expect([west, east].map((each) => each.toFixed(4))).toEqual(['8.5938', '11.4063']);
  // A square of the world is half as high in degrees at 60° as at the equator.
  expect(north - south).toBeCloseTo(1.40625 / 2, 2);
});

test('[PUB-091] a turned map reaches to its corners, a tilted one to the horizon', () => {
  const [west, , east] = firstSight({ ...view, zoom: 8, bearing: 20 }, 300, 400)!;
  expect(east - west).toBeCloseTo((500 * 360) / (512 * 256), 6);
  expect(firstSight({ ...view, pitch: 40 }, 300, 400)).toBeNull();
});
