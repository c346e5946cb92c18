import { expect, test } from 'vitest';
import { gridColumns, rowId, typedValue } from './table-columns.ts';

test('[VEC-013] [VEC-052] cells can be edited by those who may, but for lists and objects', () => {
  const columns = [{ name: 'name', type: 'text' as const }, { name: 'tags', type: 'json' as const }];
  expect(gridColumns(columns, true).map(({ editable }) => editable)).toEqual([true, false]);
  expect(gridColumns(columns, false).map(({ editable }) => editable)).toEqual([false, false]);
});

test('[VEC-018] [VEC-019] feature id and place are no columns; the id names the row', () => {
  expect(gridColumns([{ name: 'a', type: 'integer' }], true).map(({ id }) => id)).toEqual(['a']);
  expect(rowId(['cell', 77, 3])).toBe('77');
});

test('typed values keep the type of their column', () => {
  expect([typedValue('12', 'integer'), typedValue('', 'number'), typedValue(false, 'boolean'), typedValue(5, 'text')]).toEqual([12, null, false, '5']);
});
