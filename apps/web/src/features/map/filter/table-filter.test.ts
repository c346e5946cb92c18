import { mostConditions } from '@groma/model';
import { expect, test } from 'vitest';
import { withTableFilter } from './table-filter.ts';

test('[VEC-074] the filter of a table becomes conditions of its layer, beside those that are there', () => {
  const before = [{ column: 'n', operator: 'less' as const, value: 9 }];
  expect(
    withTableFilter(before, [
      { columnId: 'n', operator: 'less', value: 9 },
      { columnId: 'kind', operator: 'contains', value: 'heat' },
      { columnId: 'day', operator: 'isNotNull' },
    ]),
  ).toEqual([
    { column: 'n', operator: 'less', value: 9 },
    { column: 'kind', operator: 'contains', value: 'heat' },
    { column: 'day', operator: 'isNotNull' },
  ]);
  const many = Array.from({ length: mostConditions }, (_, n) => ({ column: 'n', operator: 'less' as const, value: n }));
  expect(withTableFilter(many, [{ columnId: 'kind', operator: 'isNull' }])).toBeNull();
});
