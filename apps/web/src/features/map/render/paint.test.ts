import { completeVectorStyle, negativeColor, positiveColor, selectedColor, type Symbology } from '@groma/model';
import { expect, test } from 'vitest';
import { classingOf } from '../layer/classing.ts';
import type { DrawBatch } from '../layer/draw-batch.ts';
import { isPainted, rowColors, spreadColors, symbologyPaint } from './paint.ts';

const symbology: Symbology = {
  kind: 'categorised',
  column: 'kind',
  colorMap: 'tab10',
  isReversed: false,
  other: null,
  categories: [
    { value: 'a', color: [1, 2, 3] },
    { value: 'b', color: [4, 5, 6], isHidden: true },
  ],
};
const batch = { id: 'point-0', kind: 'point', fids: Int32Array.of(7, 8, 9) } as DrawBatch;
const style = completeVectorStyle({ symbology });
const none: ReadonlySet<number> = new Set();
const bytes = (words: Uint32Array<ArrayBuffer>) =>
  Array.from({ length: words.length }, (_, index) => [...new Uint8Array(words.buffer, index * 4, 4)]);

test('[VEC-004] features have the colour of their class; what is hidden or not listed is see-through', () => {
  const paint = symbologyPaint(style, [9, 9, 9], selectedColor, {
    classedBy: classingOf(symbology),
    isFiltered: false,
  });
  expect(bytes(rowColors(batch, { classes: Uint8Array.of(0, 1, 255), signs: null }, paint, none))).toEqual([
    [1, 2, 3, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test('[VEC-004] until the classes of a new column have come, a layer has its own colour', () => {
  const paint = symbologyPaint(style, [9, 9, 9], selectedColor, {
    classedBy: { column: 'other', values: ['a'] },
    isFiltered: false,
  });
  expect(paint.palette).toBeNull();
  expect(isPainted(batch, { classes: Uint8Array.of(0, 1, 255), signs: null }, paint, none)).toBe(false);
});

test('[MAP-114] what is selected is red, whatever its class', () => {
  const paint = symbologyPaint(style, [9, 9, 9], selectedColor, {
    classedBy: classingOf(symbology),
    isFiltered: false,
  });
  expect(bytes(rowColors(batch, { classes: Uint8Array.of(0, 0, 0), signs: null }, paint, new Set([8])))[1]).toEqual([
    255, 0, 0, 255,
  ]);
});

test('[VEC-002] points are positive, negative or neutral', () => {
  const paint = symbologyPaint(completeVectorStyle({}), [9, 9, 9], selectedColor, {
    classedBy: null,
    isFiltered: false,
  });
  expect(bytes(rowColors(batch, { classes: null, signs: Uint8Array.of(1, 2, 0) }, paint, none))).toEqual([
    [...positiveColor, 255],
    [...negativeColor, 255],
    [9, 9, 9, 255],
  ]);
});

test('[VEC-004] a feature has its colour at each of its positions', () => {
  expect([...spreadColors(Uint32Array.of(5, 6), Uint32Array.of(0, 3, 5), null, 5)]).toEqual([5, 5, 5, 6, 6]);
  expect([...spreadColors(Uint32Array.of(5, 6), Uint32Array.of(0, 2, 4), Uint32Array.of(1, 0), 4)]).toEqual([
    6, 6, 5, 5,
  ]);
});

test('[VEC-073] what a filter leaves out is see-through, selected or marked or not; the others look as they did', () => {
  const filtered = { classes: Uint8Array.of(0, 254, 254), signs: Uint8Array.of(0, 0, 1) };
  const plain = symbologyPaint(completeVectorStyle({}), [9, 9, 9], selectedColor, {
    classedBy: null,
    isFiltered: true,
  });
  expect(bytes(rowColors(batch, filtered, plain, new Set([8])))).toEqual([
    [9, 9, 9, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  const marked = { classes: Uint8Array.of(0, 0, 254), signs: Uint8Array.of(1, 0, 0) };
  expect(bytes(rowColors(batch, marked, plain, none))[0]).toEqual([...positiveColor, 255]);
  const classed = symbologyPaint(style, [9, 9, 9], selectedColor, {
    classedBy: classingOf(symbology),
    isFiltered: true,
  });
  expect(bytes(rowColors(batch, filtered, classed, new Set([9])))).toEqual([
    [1, 2, 3, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});
