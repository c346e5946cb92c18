import { expect, test } from 'vitest';
import {
  degreesText,
  degreeStep,
  edgeText,
  fitPadding,
  marksBetween,
  mercatorBox,
  metresPerPixelAt,
  scaleFor,
  wrapLongitude,
} from './map-maths.ts';

test('[MAP-112] fit-bounds leaves 100 pixels, none for the world, and less where the panel is small', () => {
  expect(fitPadding([10, 40, 20, 50], 1000, 800)).toBe(100);
  expect(fitPadding([-180, -90, 180, 90], 1000, 800)).toBe(0);
  expect(fitPadding([10, 40, 20, 50], 1000, 200)).toBe(40);
  expect(mercatorBox([-180, -90, 180, 83])).toEqual([-180, -85, 180, 83]);
});

test('degrees along the edge stand at round steps and far enough apart', () => {
  expect(degreeStep(30, 700, 80)).toBe(5);
  expect(degreeStep(360, 700, 80)).toBe(45);
  expect(marksBetween(3.2, 21, 5)).toEqual([5, 10, 15, 20]);
  expect(marksBetween(-0.25, 0.25, 0.1)).toEqual([-0.2, -0.1, 0, 0.1, 0.2]);
  // A street at zoom 18, on this turn of the world and on the next.
  expect(degreeStep(0.0021, 700, 90)).toBe(0.0005);
  for (const turn of [0, 360])
    expect(
      marksBetween(13.4046 + turn, 13.4061 + turn, 0.0005).map((mark) => edgeText(wrapLongitude(mark), 'E', 'W')),
    ).toEqual(['13.405°E', '13.4055°E', '13.406°E']);
});

test('[MAP-113] a pixel is measured by 111,320 m a degree', () => {
  expect(metresPerPixelAt(0, 0) * 512).toBeCloseTo(111_320 * 360);
  expect(metresPerPixelAt(60, 3)).toBeCloseTo(metresPerPixelAt(0, 4));
});

test('the scale bar shows the longest round length that fits', () => {
  expect(scaleFor(3500, 130)).toEqual({ length: 400, unit: 'km', pixels: 400_000 / 3500 });
  expect(scaleFor(0.9, 130)).toMatchObject({ length: 100, unit: 'm' });
});

test('coordinates are written with hemispheres', () => {
  expect([
    degreesText(45.99021, 'N', 'S', 4),
    degreesText(-18.5, 'E', 'W', 2),
    degreesText(0.00001, 'N', 'S', 4),
  ]).toEqual(['45.9902° N', '18.50° W', '0.0000°']);
  expect([edgeText(-15, 'E', 'W'), edgeText(0, 'E', 'W'), edgeText(180, 'E', 'W')]).toEqual(['15°W', '0°', '180°']);
  expect([wrapLongitude(190), wrapLongitude(-540), wrapLongitude(180), wrapLongitude(-10.1)]).toEqual([
    -170, -180, 180, -10.1,
  ]);
});
