import { expect, it } from 'vitest';
import { readTestOptions } from './test-options.mjs';

it('runs all stages, those with tests where a path is named, and of a change all with the tests of it', () => {
  expect(readTestOptions([]).stages).toHaveLength(9);
  expect(readTestOptions(['packages/geo']).stages.map(({ name }) => name)).toEqual(['unit', 'browser']);
  const { stages, filters, changedFrom } = readTestOptions(['--changed']);
  expect([stages.length, filters, changedFrom]).toEqual([9, [], 'main']);
  expect(readTestOptions(['--changed=HEAD']).changedFrom).toBe('HEAD');
});

it.each([
  [['--chnaged'], 'Unknown option --chnaged'],
  [['--only', 'units'], "There is no stage 'units'"],
  [['--changed', 'packages/geo'], "leave out 'packages/geo'"],
])('refuses %j in one line', (words, expected) => {
  expect(() => readTestOptions(words)).toThrow(expected);
});
