import { expect, test } from 'vitest';
import { orderedColumns, withMoved } from './shown-columns.ts';
import { gridColumns, rowId } from '../look/grid-columns.ts';
import { CellTypeError, typedValue } from './table-columns.ts';

test('[VEC-013] [VEC-052] cells can be edited by those who may, but for lists and objects', () => {
  const columns = [
    { name: 'name', type: 'text' as const },
    { name: 'tags', type: 'json' as const },
  ];
  expect(gridColumns(columns, true).map(({ editable }) => editable)).toEqual([true, false]);
  expect(gridColumns(columns, false).map(({ editable }) => editable)).toEqual([false, false]);
});

test('[VEC-018] [VEC-019] feature id and place are no columns; the id names the row', () => {
  expect(gridColumns([{ name: 'a', type: 'integer' }], true).map(({ id }) => id)).toEqual(['a']);
  expect(rowId(['cell', 77, 3])).toBe('77');
});

test('[VEC-013] what is typed or pasted keeps the type of its column, and what does not fit is refused', () => {
  expect([
    typedValue('12', 'integer'),
    typedValue('', 'number'),
    typedValue(false, 'boolean'),
    typedValue(5, 'text'),
    typedValue('1.234,5', 'number', 'de'),
    typedValue('yes', 'boolean'),
    typedValue('', 'text'),
  ]).toEqual([12, null, false, '5', 1234.5, true, '']);
  for (const [text, type] of [
    ['twelve', 'integer'],
    ['1.2.3', 'number'],
    ['maybe', 'boolean'],
  ] as const)
    expect(() => typedValue(text, type)).toThrow(CellTypeError);
});

test('[VEC-012] columns stand in the order that was chosen, new ones at the end', () => {
  const columns = ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'text' as const }));
  const moved = withMoved(columns, { hidden: ['d'], order: [] }, 'c', -2);
  expect(moved).toEqual({ hidden: ['d'], order: ['c', 'a', 'b', 'd'] });
  expect(orderedColumns([...columns, { name: 'e', type: 'text' }], moved).map(({ name }) => name)).toEqual([
    'c',
    'a',
    'b',
    'd',
    'e',
  ]);
  expect(withMoved(columns, moved, 'c', -1).order).toEqual(moved.order);
});

test('[VEC-063] [VEC-064] dates and 64-bit integers are typed as they are written, and what is none is refused', () => {
  expect([
    typedValue('9223372036854775807', 'integer'),
    typedValue('12', 'int64'),
    typedValue(' 2024-02-29 ', 'date'),
    typedValue('', 'time'),
  ]).toEqual(['9223372036854775807', 12, '2024-02-29', null]);
  expect(typedValue('2024-02-29T10:00+02:00', 'datetime')).toBe('2024-02-29T10:00+02:00');
  for (const [text, type] of [
    ['2023-02-29', 'date'],
    ['2024-02-29', 'datetime'],
    ['noon', 'time'],
    ['many', 'int64'],
  ] as const)
    expect(() => typedValue(text, type), text).toThrow(CellTypeError);
});
