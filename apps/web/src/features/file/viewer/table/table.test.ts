import { expect, test } from 'vitest';
import { t } from '../../../../platform/text.ts';
import { cellFormatOf, formatCell } from './cell-format.ts';
import { pageCount, pageSize } from './pages.ts';
import { questionOf } from './table-source.ts';

const shown = (name: string, values: number[]) =>
  values.map((value) => formatCell(value, cellFormatOf({ name, type: 'number' }, values), 'en'));

test('[FIL-045] populations have thousands separators; years and names made of digits have none', () => {
  expect(shown('Population 2020', [1234567, 1999])).toEqual(['1,234,567', '1,999']);
  expect(shown('total', [1234567.5])).toEqual(['1,234,567.5']);
  expect(shown('year', [1999])).toEqual(['1999']);
  expect(shown('built', [1999, 2004])).toEqual(['1999', '2004']);
  expect(shown('osm_id', [123456])).toEqual(['123456']);
  expect(shown('populationYear', [2001])).toEqual(['2,001']);
});

test('[FIL-046] columns with Density in the name are rounded', () => {
  expect(shown('Density (km2)', [12.6, 1234.4])).toEqual(['13', '1,234']);
});

test('[FIL-044] what is no number in a column of numbers stays as it is', () => {
  expect(formatCell('n/a', 'grouped', 'en')).toBe('n/a');
});

test('[FIL-047] [FIL-048] a table has pages of at most 100 rows only when it has more than 100', () => {
  expect([0, 99, 100, 101, 250].map(pageCount)).toEqual([1, 1, 1, 2, 3]);
  expect([7, 100, 5_000].map(pageSize)).toEqual([7, 100, 100]);
});

test('[FIL-040] the question of the grid names columns by their place', () => {
  expect(
    questionOf({
      sort: [{ columnId: '2', direction: 'desc' }],
      filter: [
        { columnId: '0', operator: 'isNull' },
        { columnId: '1', operator: 'less', value: 5 },
      ],
    }),
  ).toEqual({
    sort: [{ column: 2, direction: 'desc' }],
    filter: [
      { column: 0, operator: 'isNull' },
      { column: 1, operator: 'less', value: 5 },
    ],
  });
});

test('[FIL-040] [FIL-041] [FIL-049] [FIL-050] the Table Viewer says what the specification says', () => {
  expect(t('file.viewer.table')).toBe('Table Viewer');
  expect(t('file.viewer.rowsByColumns', { n: '1,234', m: '5' })).toBe('1,234 rows × 5 columns');
  expect(t('file.viewer.tableFailed', { reason: 'why' })).toBe('Error parsing CSV content: why');
  expect(t('file.viewer.empty')).toBe('No content');
});
