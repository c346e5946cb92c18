import { expect, test } from 'vitest';
import { rowHeight, rowWindow } from './row-window.ts';

test('[NBK-074] only the rows in sight and 50 around them are drawn', () => {
  expect(rowWindow(500_000, 0, 360)).toEqual({ first: 0, last: 70, top: 0, height: 9_000_000 });
  const middle = rowWindow(500_000, 180_000, 360);
  expect(middle).toEqual({ first: 9_950, last: 10_070, top: 9_950 * rowHeight, height: 9_000_000 });
  expect(rowWindow(10, 0, 360)).toEqual({ first: 0, last: 10, top: 0, height: 180 });
});

test('[NBK-074] the end of a text that is too tall for the browser is reached, in step with the bar', () => {
  const count = 20_000_000;
  const start = rowWindow(count, 0, 360);
  expect(start).toMatchObject({ first: 0, top: 0, height: 15_000_000 });
  const end = rowWindow(count, 15_000_000 - 360, 360);
  expect(end.last).toBe(count);
  expect(end.top + (count - end.first) * rowHeight).toBeCloseTo(15_000_000);
  const middle = rowWindow(count, (15_000_000 - 360) / 2, 360);
  expect(Math.abs(middle.first + 60 - count / 2)).toBeLessThan(100);
  expect(middle.top).toBeLessThanOrEqual((15_000_000 - 360) / 2);
});
