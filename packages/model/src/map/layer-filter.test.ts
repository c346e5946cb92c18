import { expect, test } from 'vitest';
import { filterKey, heldConditions, joinFilters, readFilterKey, type LayerFilter } from './layer-filter.ts';

const filter: LayerFilter = [
  { column: 'n', operator: 'less', value: 5 },
  { column: 'kind', operator: 'oneOf', values: ['a', null, true] },
  { column: 'day', operator: 'isNotNull' },
];

test('[VEC-071] a filter is the same however its fields are ordered, and each condition counts once', () => {
  const turned = filter.map((each) => Object.fromEntries(Object.entries(each).toReversed()) as (typeof filter)[number]);
  expect(filterKey(turned)).toBe(filterKey(filter));
  expect(joinFilters(filter, turned)).toHaveLength(3);
});

test('[VEC-075] conditions are told apart by whether their column is there', () => {
  expect(heldConditions(filter, [{ name: 'n' }, { name: 'day' }])).toEqual({
    held: [filter[0], filter[2]],
    missing: ['kind'],
  });
});

test('[VEC-079] a filter of an address is read back, and what is none is left out', () => {
  expect(readFilterKey(filterKey(filter))).toEqual(filter);
  expect(readFilterKey('[]')).toEqual([]);
  const wrong = [
    '',
    '{',
    '{}',
    '[1]',
    '[["n","less"]]',
    '[["n","like",1]]',
    '[["","isNull",null]]',
    '[["n","less",{}]]',
    '[["n","oneOf",[]]]',
    '[["n","oneOf",[{}]]]',
    JSON.stringify([['n', 'equals', 'x'.repeat(1_001)]]),
    JSON.stringify(Array.from({ length: 21 }, () => ['n', 'isNull', null])),
  ];
  for (const text of wrong) expect([text.slice(0, 40), readFilterKey(text)]).toEqual([text.slice(0, 40), null]);
});
