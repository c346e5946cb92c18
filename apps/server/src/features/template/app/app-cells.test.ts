import { expect, test } from 'vitest';
import { firstToRun } from './app-cells.ts';

const cells = ['import math', 'def area(): return radius ** 2', 'radius_2 = 1', 'print(area(), depth)'].map((code) => ({
  code,
}));

test('[PUB-121] a run begins at the first block that has the name of a changed input as a word', () => {
  expect(firstToRun(cells, ['radius'])).toBe(1);
  expect(firstToRun(cells, ['depth'])).toBe(3);
  expect(firstToRun(cells, ['depth', 'radius'])).toBe(1);
  expect(firstToRun(cells, ['radius_2'])).toBe(2);
});

test('[PUB-121] where no block names it, none runs', () => {
  expect(firstToRun(cells, ['rad'])).toBe(4);
  expect(firstToRun(cells, [])).toBe(4);
});
