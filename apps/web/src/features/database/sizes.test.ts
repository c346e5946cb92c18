import { expect, test } from 'vitest';
import { editorHeight, mostHistoryHeight, resultGridHeight, shownText, tableGridHeight } from './sizes.ts';

test('[DBS-079] the SQL is as high as a tenth to a half of the window', () => {
  expect([1, 200, 5_000].map((wished) => editorHeight(wished, 900))).toEqual([90, 200, 450]);
});

test('[DBS-080] [DBS-081] [DBS-082] heights of the history and of the grids', () => {
  expect([mostHistoryHeight, resultGridHeight, tableGridHeight]).toEqual([800, 400, 500]);
});

test('[DBS-078] a cell shows fifty letters, and no half of one', () => {
  expect(shownText('x'.repeat(50))).toBe('x'.repeat(50));
  expect(shownText('\u{1F33E}'.repeat(51))).toBe(`${'\u{1F33E}'.repeat(50)}…`);
});
