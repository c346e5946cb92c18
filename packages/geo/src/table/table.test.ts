import { expect, test } from 'vitest';
import { CsvParser } from '../format/csv.ts';
import { cellValue, numberOf, tableColumns } from './cell-value.ts';
import { cellPlace, splitRecord } from './record-cells.ts';
import { RowIndex } from './row-index.ts';
import { scanLines } from './scan-lines.ts';
import { lineEndOf, scanRecords } from './scan-records.ts';
import { cellTest, rowOrder, sortKey } from './table-query.ts';
import { detectEncoding } from './text-encoding.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const comma = { delimiter: 44, lineEnd: 10 };

/** Records of a text that comes in blocks of some bytes, as a reader of files gets them. */
function recordsOf(text: string, blockBytes: number): string[][] {
  const whole = bytesOf(text);
  const rows: string[][] = [];
  for (let at = 0, bytes = blockBytes; at < whole.length;) {
    const block = whole.subarray(at, at + bytes);
    const used = scanRecords(block, at + bytes >= whole.length, comma, (start, end) => {
      rows.push(splitRecord(new TextDecoder().decode(block.subarray(start, end)), ','));
    });
    at += used;
    bytes = used === 0 ? bytes * 2 : blockBytes;
  }
  return rows;
}

function linesOf(text: string, blockBytes: number): string[] {
  const whole = bytesOf(text);
  const rows: string[] = [];
  let isInside = false;
  for (let at = 0, bytes = blockBytes; at < whole.length;) {
    const block = whole.subarray(at, at + bytes);
    const done = scanLines(block, at + bytes >= whole.length, { lineEnd: 10, isUtf8: true }, isInside, (start, end) => {
      rows.push(new TextDecoder().decode(block.subarray(start, end)));
    });
    at += done.used;
    isInside = done.isInside;
    bytes = done.used === 0 ? bytes * 2 : blockBytes;
  }
  return rows;
}

test('[FIL-043] [FIL-051] commas within quotes, doubled quotes and line ends within quotes belong to the cell', () => {
  expect(recordsOf('a,b\n"x, y","say ""no"""\n"two\nlines",1\n', 4)).toEqual([
    ['a', 'b'],
    ['x, y', 'say "no"'],
    ['two\nlines', '1'],
  ]);
  expect(recordsOf('a,b\r\n1,2\r\n\r\n3', 3)).toEqual([['a', 'b'], ['1', '2'], ['3']]);
});

test('[FIL-051] records are those of the parser of imports, whatever the cells hold and however the blocks fall', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const pieces = ['a', 'ü', '1', '""', ',', '\n', ' ', 'x'];
  for (let round = 0; round < 300; round++) {
    const cell = () =>
      random(3) === 0
        ? `"${Array.from({ length: random(5) }, () => pieces[random(8)]).join('')}"`
        : ['7', 'b c', 'é', 'k"l'][random(4)]!;
    const text =
      Array.from({ length: 1 + random(6) }, () => Array.from({ length: 1 + random(4) }, cell).join(',')).join(
        random(2) ? '\n' : '\r\n',
      ) + (random(2) ? '\n' : '');
    const parser = new CsvParser(',');
    expect(recordsOf(text, 1 + random(9))).toEqual([...parser.push(text), ...parser.end()]);
  }
});

test('[FIL-051] a quote that is never closed does not swallow the rest of the table', () => {
  const rows = recordsOf(`a,b\n"open,1\n${'2,3\n'.repeat(400_000)}`, 64 * 1024);
  expect(rows.length).toBe(400_002);
  expect(rows[1]).toEqual(['"open', '1']);
});

test('a cell is found in a record without cutting the others', () => {
  const block = bytesOf('ab,,cde');
  expect([0, 1, 2, 3].map((column) => cellPlace(block, 0, block.length, column, 44))).toEqual([
    [0, 2],
    [3, 3],
    [4, 7],
    undefined,
  ]);
});

test('[FIL-044] numeric cells become numbers; names made of digits do not', () => {
  expect(['1', '-2.5', '1e3', ' 7 ', '.5'].map((cell) => numberOf(cell, ','))).toEqual([1, -2.5, 1000, 7, 0.5]);
  expect(['007', '', 'x1', '12345678901234567', '1-2', '0x1f', '1,5'].map((cell) => numberOf(cell, ','))).toEqual(
    Array.from({ length: 7 }),
  );
  expect(numberOf('1,5', ';')).toBe(1.5);
  expect([
    cellValue('5', 'number', ','),
    cellValue('n/a', 'number', ','),
    cellValue('', 'number', ','),
    cellValue('TRUE', 'boolean', ','),
  ]).toEqual([5, 'n/a', null, true]);
});

test('[FIL-042] columns take the names of the header; missing, equal and surplus ones get names of their own', () => {
  const columns = tableColumns(
    ['a', '', 'a'],
    [
      ['1', 'x', 'true', '9'],
      ['2', 'y', 'false'],
    ],
    ',',
  );
  expect(columns).toEqual([
    { name: 'a', type: 'number' },
    { name: 'column 2', type: 'text' },
    { name: 'a (2)', type: 'boolean' },
    { name: 'column 4', type: 'number' },
  ]);
});

test('[FIL-040] filters compare texts without case and numbers as numbers', () => {
  const kept = (
    operator: Parameters<typeof cellTest>[0]['operator'],
    value: unknown,
    cells: (string | number | null)[],
  ) => cells.filter(cellTest({ column: 0, operator, value }));
  expect(kept('contains', 'ER', ['Berlin', 'Rome', null])).toEqual(['Berlin']);
  expect(kept('less', 10, [9, 10, 100, 'n/a', null])).toEqual([9]);
  expect(kept('lessOrEqual', 10, [9, 10, 100, 'n/a', null])).toEqual([9, 10]);
  expect(kept('greaterOrEqual', 10, [9, 10, 100, 'n/a', null])).toEqual([10, 100]);
  expect(kept('greater', 'b', ['a', 'C', 5])).toEqual(['C']);
  expect(kept('notEquals', 5, [5, 6, null])).toEqual([6, null]);
  expect(kept('isNull', undefined, ['', null] as never)).toEqual(['', null].slice(1));
});

test('[FIL-040] rows are ordered by several columns, empty cells last both ways, equal rows as in the file', () => {
  const rows = [
    ['b', 2],
    ['a', 1],
    [null, 0],
    ['A', 3],
    ['a', 1],
  ].map(([text, number], place) => ({ keys: [sortKey(text as string), sortKey(number as number)], place }));
  expect(
    rows
      .toSorted(
        rowOrder([
          { column: 0, direction: 'asc' },
          { column: 1, direction: 'desc' },
        ]),
      )
      .map(({ place }) => place),
  ).toEqual([3, 1, 4, 0, 2]);
  expect(rows.toSorted(rowOrder([{ column: 0, direction: 'desc' }])).map(({ place }) => place)).toEqual([
    0, 1, 3, 4, 2,
  ]);
});

test('[FIL-055] lines are found in blocks of any size, with either line end and without an empty last one', () => {
  for (const bytes of [1, 3, 100]) expect(linesOf('a\r\nü\n\nlast', bytes)).toEqual(['a', 'ü', '', 'last']);
  expect(linesOf('a\n', 10)).toEqual(['a']);
});

test('[FIL-057] a line over 1,000,000 characters is cut to pieces of 120, and the lines around it are not', () => {
  const giant = 'ü'.repeat(1_000_001);
  const rows = linesOf(`before\n${giant}\nafter`, 8 * 1024 * 1024);
  expect(rows.length).toBe(2 + Math.ceil(1_000_001 / 120));
  expect([rows[0], rows[1]?.length, rows.at(-2)?.length, rows.at(-1)]).toEqual([
    'before',
    120,
    1_000_001 % 120,
    'after',
  ]);
  expect(linesOf('x'.repeat(1_000_000), 8 * 1024 * 1024).length).toBe(1);
});

test('[FIL-057] pieces of a line that spans many blocks join to the line', () => {
  const giant = Array.from({ length: 300_000 }, (_, index) => `${index}é`).join(',');
  const rows = linesOf(`${giant}\nend`, 5 * 1024 * 1024);
  expect(rows.slice(0, -1).join('')).toBe(giant);
  const small = 1_300_000;
  expect(linesOf('y'.repeat(small), 4_200_000).join('').length).toBe(small);
});

test('encodings are told by mark, zeros, and validity', () => {
  const utf16 = Uint8Array.from([...'name;count'].flatMap((letter) => [letter.charCodeAt(0), 0]));
  expect(detectEncoding(bytesOf('\uFEFFa'))).toEqual({ encoding: 'utf-8', markBytes: 3 });
  expect(detectEncoding(Uint8Array.of(0xff, 0xfe, 97, 0))).toEqual({ encoding: 'utf-16le', markBytes: 2 });
  expect(detectEncoding(utf16)).toEqual({ encoding: 'utf-16le', markBytes: 0 });
  expect(detectEncoding(Uint8Array.of(0x5a, 0xfc, 0x72))).toEqual({ encoding: 'windows-1252', markBytes: 0 });
  expect(detectEncoding(bytesOf('Zür').subarray(0, 2)).encoding).toBe('utf-8');
  expect(lineEndOf(bytesOf('a\rb'))).toBe(13);
});

test('a row index finds the mark before any row', () => {
  const index = new RowIndex(3);
  index.add({ row: 10, offset: 500, isInside: true });
  expect(index.before(9)).toEqual({ row: 0, offset: 3, isInside: false });
  expect(index.before(10)).toEqual({ row: 10, offset: 500, isInside: true });
  expect(index.before(99).offset).toBe(500);
});
