import { expect, test } from 'vitest';
import { rank, rankAll } from './rank.ts';

test('a name that begins so comes before one that only holds it', () => {
  const names = ['Remap', 'Soil map', 'Map of wells', 'map'];
  expect(rankAll(names, 'map', (name) => name, 10)).toEqual({
    entries: ['map', 'Map of wells', 'Soil map', 'Remap'],
    best: 5,
  });
});

test('accents and case do not count', () => {
  expect(rank('Mohács gauges', 'mohacs')).toBeGreaterThan(1);
});

test('starts of several words and letters in order are found, anything else is not', () => {
  expect(rank('Create a notebook', 'cr no')).toBe(3);
  expect(rank('gauges.duckdb', 'gdb')).toBe(1);
  expect(rank('gauges.duckdb', 'gd')).toBe(0);
  expect(rank('gauges.duckdb', 'xyz')).toBe(0);
});

test('a folder finds what is in it, after what is named so', () => {
  const files = [
    ['a.txt', '/data/rivers'],
    ['rivers.csv', '/data'],
    ['big.bin', '/data'],
  ] as const;
  expect(
    rankAll(
      files,
      'river',
      ([name]) => name,
      10,
      ([, folder]) => folder,
    ).entries.map(([name]) => name),
  ).toEqual(['rivers.csv', 'a.txt']);
});
