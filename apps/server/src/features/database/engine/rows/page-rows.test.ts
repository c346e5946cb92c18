import { expect, test } from 'vitest';
import { packTexts, type ColumnBatch, type ColumnShape } from './column-batch.ts';
import { pageRows } from './page-rows.ts';

const shapes: ColumnShape[] = [
  { name: 'a', type: 'VARCHAR', kind: 'utf8' },
  { name: 'b', type: 'VARCHAR', kind: 'utf8' },
];
const batchOf = (...rows: [string, string][]): ColumnBatch => ({
  rows: rows.length,
  columns: [packTexts(rows.map(([a]) => a)), packTexts(rows.map(([, b]) => b))],
});

test('a page has as many rows as have room, and a first row always, with its cells cut where it is too large', () => {
  const batch = batchOf(['ä', '1'], ['b', '2'], ['c', '3'], ['d', '4']);
  const whole = pageRows(shapes, batch, { from: 0, to: 4 }, { bytes: 1_000, isFirst: true });
  expect([JSON.parse(`[${whole.text}]`), whole.rows, whole.bytes]).toEqual([
    [
      ['ä', '1'],
      ['b', '2'],
      ['c', '3'],
      ['d', '4'],
    ],
    4,
    whole.text.length + 1,
  ]);
  const part = pageRows(shapes, batch, { from: 1, to: 4 }, { bytes: 21, isFirst: false });
  expect([JSON.parse(`[${part.text}]`), part.rows]).toEqual([
    [
      ['b', '2'],
      ['c', '3'],
    ],
    2,
  ]);
  const large = batchOf(['small', 'x'], ['\u0001'.repeat(5_000), 'y'.repeat(5_000)]);
  expect(pageRows(shapes, large, { from: 1, to: 2 }, { bytes: 1_200, isFirst: false })).toEqual({
    text: Buffer.alloc(0),
    rows: 0,
    bytes: 0,
  });
  const cut = pageRows(shapes, large, { from: 1, to: 2 }, { bytes: 1_200, isFirst: true });
  expect([JSON.parse(String(cut.text)), cut.rows]).toEqual([[`${'\u0001'.repeat(100)}…`, `${'y'.repeat(100)}…`], 1]);
  expect(cut.text.length).toBeLessThanOrEqual(1_200);
  expect(pageRows(shapes, batch, { from: 2, to: 2 }, { bytes: 1_000, isFirst: true })).toEqual({
    text: Buffer.alloc(0),
    rows: 0,
    bytes: 0,
  });
});
