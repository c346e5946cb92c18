import { expect, test } from 'vitest';
import { settleSelector } from './selector.ts';

const several = { options: ['a', 'b', 'c'], selected: ['c', 'a'], allowMultiple: true };

test('[NBK-103] turning off multiple choice keeps only the first that was chosen', () => {
  expect(settleSelector(several, { allowMultiple: false })).toEqual({
    options: ['a', 'b', 'c'],
    selected: ['c'],
    allowMultiple: false,
  });
  expect(settleSelector({ ...several, selected: [] }, { allowMultiple: false }).selected).toEqual([]);
});

test('[NBK-104] changing the options drops what is no longer offered', () => {
  expect(settleSelector(several, { options: ['a', 'b'] }).selected).toEqual(['a']);
  expect(settleSelector(several, { options: [] })).toEqual({ options: [], selected: [], allowMultiple: true });
  expect(
    settleSelector({ ...several, allowMultiple: false, selected: ['b'] }, { options: ['c', 'b'] }).selected,
  ).toEqual(['b']);
});

test('[SHL-070] empty and repeated options are left out', () => {
  expect(settleSelector(several, { options: [' a ', 'a', '', '  ', 'c'] }).options).toEqual(['a', 'c']);
});
