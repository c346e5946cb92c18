import { expect, test } from 'vitest';
import { GrowingRows, overwritten, rowCharacters, TextRows } from './text-rows.ts';

function rowsOf(...pieces: string[]): string[] {
  const rows = new TextRows();
  for (const piece of pieces) rows.append(piece);
  return Array.from({ length: rows.count }, (_, index) => rows.row(index).text);
}

test('[NBK-074] rows are the same however the text was cut into pieces', () => {
  const text = 'one\ntwo\n\nthree';
  const whole = rowsOf(text);
  expect(whole).toEqual(['one', 'two', '', 'three']);
  for (let cut = 0; cut <= text.length; cut += 1) expect(rowsOf(text.slice(0, cut), text.slice(cut))).toEqual(whole);
});

test('[NBK-085] a line of a million characters is drawn in rows of at most ten thousand', () => {
  const rows = rowsOf('x'.repeat(1_000_000));
  expect(rows.join('')).toHaveLength(1_000_000);
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(rowCharacters * 2);
  expect(rowsOf(`${'y'.repeat(25_000)}\n`).map((row) => row.length)).toEqual([10_000, 10_000, 5_000]);
});

test('[NBK-074] a carriage return writes over its line, as a progress bar does', () => {
  expect(overwritten('10 %\r55 %\r100 %')).toBe('100 %');
  expect(overwritten('abcdef\rXY')).toBe('XYcdef');
  expect(rowsOf('10 %\r', '20 %\r', '30 %\nnext')).toEqual(['30 %', 'next']);
});

test('[NBK-074] what was read is not read again while a text grows, and a new text is read anew', () => {
  const reader = new GrowingRows();
  const first = reader.read(['a\n']);
  expect(reader.read(['a\n', 'b\n'])).toBe(first);
  expect(first.count).toBe(2);
  expect(reader.read(['other\n'])).not.toBe(first);
  expect(reader.read(['other\n']).row(0).text).toBe('other');
  expect(reader.read([]).count).toBe(0);
});
