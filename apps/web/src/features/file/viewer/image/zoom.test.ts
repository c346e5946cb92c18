import { expect, test } from 'vitest';
import { buttonStep, clampZoom, fitZoom, keepInSight, wheelStep, zoomAt } from './zoom.ts';

test('[FIL-064] zoom stays between 10 % and 300 %', () => {
  expect([0, 0.05, 1, 9].map(clampZoom)).toEqual([0.1, 0.1, 1, 3]);
});

test('[FIL-065] [FIL-066] buttons step by 0.1 and the wheel by 0.05, and steps do not gather dust', () => {
  expect([buttonStep, wheelStep]).toEqual([0.1, 0.05]);
  let zoom = 1;
  for (let step = 0; step < 7; step++) zoom = clampZoom(zoom + buttonStep);
  expect(zoom).toBe(1.7);
});

test('[FIL-062] fitting shows all of a picture and never enlarges it', () => {
  expect(fitZoom({ width: 2000, height: 500 }, { width: 1000, height: 1000 })).toBe(0.5);
  expect(fitZoom({ width: 10, height: 10 }, { width: 1000, height: 1000 })).toBe(1);
  expect(fitZoom({ width: 0, height: 0 }, { width: 10, height: 10 })).toBe(1);
});

test('[FIL-067] zooming keeps the place under the pointer, and panning keeps a corner in sight', () => {
  const before = { zoom: 1, x: 20, y: 0 };
  const after = zoomAt(before, 2, { x: 100, y: 50 });
  expect([(100 - after.x) / after.zoom, (50 - after.y) / after.zoom]).toEqual([100 - before.x, 50]);
  expect(
    keepInSight({ zoom: 1, x: 9_999, y: -9_999 }, { width: 100, height: 100 }, { width: 300, height: 300 }),
  ).toEqual({ zoom: 1, x: 168, y: -168 });
});
