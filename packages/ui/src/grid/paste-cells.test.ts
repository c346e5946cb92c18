import { expect, test } from 'vitest';
import { parseTsv, pastedCells } from './paste-cells.ts';

test('[VEC-013] cells of a spreadsheet are read back as they were copied', () => {
  expect(parseTsv('a\tb\nc\td\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(parseTsv('"two\nlines"\t"say ""hi"""\r\n\t')).toEqual([
    ['two\nlines', 'say "hi"'],
    ['', ''],
  ]);
  expect(parseTsv('')).toEqual([['']]);
  expect(parseTsv('plain "quotes" inside')).toEqual([['plain "quotes" inside']]);
});

test('[VEC-013] pasted cells go right and down from the cell in hand, into columns that can be edited alone', () => {
  const columns = [
    { id: 'a', name: 'a', type: 'text' as const, editable: true },
    { id: 'b', name: 'b', type: 'text' as const },
    { id: 'c', name: 'c', type: 'number' as const, editable: true },
  ];
  const rows = [
    { id: '7', index: 0, values: [] },
    { id: '9', index: 1, values: [] },
  ];
  expect(
    pastedCells(
      [
        ['1', '2', '3', '4'],
        ['5', '6', '7'],
      ],
      rows,
      ['a', 'b', 'c'],
      0,
      columns,
    ),
  ).toEqual([
    { rowId: '7', columnId: 'a', text: '1' },
    { rowId: '7', columnId: 'c', text: '3' },
    { rowId: '9', columnId: 'a', text: '5' },
    { rowId: '9', columnId: 'c', text: '7' },
  ]);
  expect(pastedCells([['x']], rows, ['a', 'b', 'c'], 2, columns)).toEqual([
    { rowId: '7', columnId: 'c', text: 'x' },
    { rowId: '9', columnId: 'c', text: 'x' },
  ]);
});
