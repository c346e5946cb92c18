import { expect, it } from 'vitest';
import { classOf } from './symbology.ts';
import { completeVectorStyle, defaultLayerColor, newLayerStyle } from './vector-style.ts';

it('[VEC-004] a value on a break belongs to the class above it, the upper end to the last class', () => {
  const breaks = [0, 10, 20, 30];
  expect([-0.1, 0, 9.99, 10, 20, 29, 30, 30.1, NaN].map((value) => classOf(value, breaks))).toEqual([
    -1, 0, 0, 1, 2, 2, 2, -1, -1,
  ]);
  expect([classOf(5, [5, 5]), classOf(5, [5]), classOf(5, [])]).toEqual([0, -1, -1]);
  // Values heaped on one number make breaks that coincide: all of them go to one class.
  expect([0, 1, 2].map((value) => classOf(value, [0, 1, 1, 2]))).toEqual([0, 2, 2]);
});

it('[MAP-115] the first layer has the default colour, those after it each another', () => {
  expect(completeVectorStyle(newLayerStyle(0))).toMatchObject({
    lineColor: [52, 72, 157],
    iconColor: [52, 72, 157],
    fillColor: [52, 72, 157, 128],
  });
  const colors = [0, 1, 2, 3, 4, 5, 6, 7].map((before) => String(completeVectorStyle(newLayerStyle(before)).lineColor));
  expect(new Set(colors).size).toBe(8);
  expect(completeVectorStyle(newLayerStyle(8)).lineColor).toEqual(defaultLayerColor);
});
