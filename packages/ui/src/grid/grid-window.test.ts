import { describe, expect, it } from 'vitest';
import { extendedByKey, isInRange, rangeBounds } from './cell-range.ts';
import { cellFormats, geometryText } from './cell-text.ts';
import { cellValue, withCellValue, type GridColumn, type GridWindow } from './grid-column.ts';
import { filtersFromModel } from './grid-filter.ts';
import { namedRows, readRows, readRowsById } from './grid-window.ts';
import { toTsv } from './tsv.ts';

const columns: GridColumn[] = [
  { id: 'id', name: 'id', type: 'number' },
  { id: 'name', name: 'name', type: 'text' },
  { id: 'open', name: 'open', type: 'boolean' },
];
const total = 12_000;
const query = { sort: [], filter: [] };

/** A source of `total` rows that remembers what it was asked for. */
function source() {
  const asked: GridWindow[] = [];
  const read = async (window: GridWindow) => {
    asked.push(window);
    const rows = Array.from({ length: Math.max(0, Math.min(window.end, total) - window.start) }, (_, offset) => [
      window.start + offset,
      `row ${window.start + offset}`,
    ]);
    return { rows, rowCount: total };
  };
  return { asked, read };
}

describe('rows of a window', () => {
  it('names rows given as lists or as records, by column or by function', () => {
    expect(namedRows([[7, 'seven']], 40, 'id', columns)).toEqual([{ id: '7', index: 40, values: [7, 'seven'] }]);
    expect(namedRows([{ id: 7 }], 40, 'id', columns)[0]?.id).toBe('7');
    expect(namedRows([[7]], 40, (_, index) => `at ${index}`, columns)[0]?.id).toBe('at 40');
  });

  it('changes one value and leaves the given row alone', () => {
    const list = [7, 'seven'];
    expect(withCellValue(list, 'name', 'sept', columns)).toEqual([7, 'sept']);
    expect(withCellValue({ id: 7, name: 'seven' }, 'name', null, columns)).toEqual({ id: 7, name: null });
    expect(cellValue(list, 'name', columns)).toBe('seven');
  });

  it('reads long ranges in windows of 5,000 and stops at the end', async () => {
    const { asked, read } = source();
    const rows = await readRows({ read, query, rowId: 'id', columns }, 4000, 20_000);
    expect(rows).toHaveLength(8000);
    expect(rows[7999]).toMatchObject({ id: '11999', index: 11_999 });
    expect(asked.map(({ start, end }) => [start, end])).toEqual([
      [4000, 9000],
      [9000, 14_000],
    ]);
  });

  it('finds rows by id and reads no further than the last of them', async () => {
    const { asked, read } = source();
    const rows = await readRowsById({ read, query, rowId: 'id', columns }, new Set(['4999', '3']), total);
    expect(rows.map((row) => row.index)).toEqual([3, 4999]);
    expect(asked).toHaveLength(1);
  });
});

describe('filters', () => {
  it('gives values the type of their column and drops unfinished ones', () => {
    const model = {
      id: { type: 'less', filter: '12' },
      name: { type: 'contains', filter: '' },
      open: { type: 'equals', filter: 'True' },
      other: { type: 'isNull' },
    };
    expect(filtersFromModel(model, columns)).toEqual([
      { columnId: 'id', operator: 'less', value: 12 },
      { columnId: 'open', operator: 'equals', value: true },
      { columnId: 'other', operator: 'isNull' },
    ]);
    const between = (filter: unknown, filterTo: unknown) =>
      filtersFromModel({ id: { type: 'between', filter, filterTo } }, columns).map(({ operator, value }) => [
        operator,
        value,
      ]);
    expect(between('3', '5')).toEqual([
      ['greaterOrEqual', 3],
      ['lessOrEqual', 5],
    ]);
    expect(between('3', '')).toEqual([['greaterOrEqual', 3]]);
  });
});

describe('cell text', () => {
  it('writes numbers with the separators of the locale and a true minus', () => {
    const words = { true: 'yes', false: 'no' };
    expect(cellFormats('en', words).number(-1883.25)).toBe('−1,883.25');
    expect(cellFormats('de', words).number(1883.25)).toBe('1.883,25');
    expect(cellFormats('en', words).number(-0)).toBe('0');
    expect(cellFormats('en', words).number(9007199254740993n)).toBe('9,007,199,254,740,993');
    expect(cellFormats('en', words).boolean(false)).toBe('no');
  });

  it('writes points whole and other geometry by kind', () => {
    expect(geometryText({ type: 'Point', coordinates: [18.7, 46] })).toBe('POINT (18.7 46)');
    expect(geometryText({ type: 'Polygon', coordinates: [[]] })).toBe('POLYGON');
    expect(geometryText('x'.repeat(500))).toHaveLength(161);
  });
});

describe('tab separated text', () => {
  it('quotes only what would break the table, and leaves null empty', () => {
    expect(
      toTsv([
        ['a\tb', 'say "x"', null],
        [1.5, 'two\nlines', true],
      ]),
    ).toBe('"a\tb"\t"say ""x"""\t\n1.5\t"two\nlines"\ttrue');
  });

  it('writes times so that they can be read again, and objects as JSON', () => {
    expect(toTsv([[new Date(Date.UTC(2025, 7, 18)), { big: 12n }]])).toBe(
      '2025-08-18T00:00:00.000Z\t"{""big"":""12""}"',
    );
  });
});

describe('cell range', () => {
  const range = { anchor: { row: 5, column: 2 }, head: { row: 3, column: 4 } };
  it('has bounds whichever way it was drawn', () => {
    expect(rangeBounds(range)).toEqual({ top: 3, bottom: 5, left: 2, right: 4 });
    expect(isInRange(range, { row: 4, column: 3 })).toBe(true);
    expect(isInRange(range, { row: 4, column: 5 })).toBe(false);
  });

  it('grows by arrow keys inside the table, mirrored from right to left', () => {
    expect(extendedByKey(range, 'ArrowUp', 10, 5, 'ltr')?.head).toEqual({ row: 2, column: 4 });
    expect(extendedByKey(range, 'ArrowRight', 10, 5, 'ltr')?.head).toEqual({ row: 3, column: 4 });
    expect(extendedByKey(range, 'ArrowRight', 10, 5, 'rtl')?.head).toEqual({ row: 3, column: 3 });
    expect(extendedByKey(range, 'Enter', 10, 5, 'ltr')).toBeUndefined();
  });
});
