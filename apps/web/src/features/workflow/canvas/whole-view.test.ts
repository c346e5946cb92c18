import { expect, test } from 'vitest';
import { wholeView } from './whole-view.ts';

test('[WFL-010] a canvas is taken for one of 1200 x 800 while its size is unknown', () => {
  const view = (canvas?: { width: number; height: number }) =>
    wholeView({ x: 100, y: 50, width: 600, height: 200 }, canvas);
  const fallback = view({ width: 1_200, height: 800 });
  expect([view(), view({ width: 0, height: 0 })]).toEqual([fallback, fallback]);
  expect(view({ width: 600, height: 400 })).not.toEqual(fallback);
});
