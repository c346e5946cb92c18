import { expect, test } from 'vitest';
import { combinedSelection } from './combined-selection.ts';

test('[MAP-181] what is found is selected alone, added, taken away, or looked for within the selection', () => {
  const [before, found] = [new Set([1, 2, 3]), Int32Array.of(3, 4)];
  expect([...combinedSelection(before, found, 'new')]).toEqual([3, 4]);
  expect([...combinedSelection(before, found, 'add')]).toEqual([1, 2, 3, 4]);
  expect([...combinedSelection(before, found, 'remove')]).toEqual([1, 2]);
  expect([...combinedSelection(before, found, 'within')]).toEqual([3]);
});
