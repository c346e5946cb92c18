import type { PropertyValue } from '@groma/geo';
import type { LayerRows, SomeRows } from './layer-rows.ts';

const rowsInPart = 20_000;

/**
 * Rows as CSV (RFC 4180) in UTF-8 with a mark, so that spreadsheets read it as such: a header, then the given columns.
 */
export function writeCsv(rows: LayerRows, columns: readonly string[], some: SomeRows): Blob {
  const numbers = rows.rowsOf(some ?? { query: { sort: [], filter: [] } });
  const readers = columns.map((name) => rows.cellOf(name) ?? (() => null));
  const parts = ['\uFEFF', `${columns.map(csvField).join(',')}\r\n`];
  for (let at = 0; at < numbers.length; at += rowsInPart) {
    parts.push(
      Array.from(
        numbers.subarray(at, at + rowsInPart),
        (row) => `${readers.map((read) => csvField(read(row))).join(',')}\r\n`,
      ).join(''),
    );
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** A field: quoted where it holds a comma, a quote, a line break or an outer space. */
export function csvField(value: PropertyValue): string {
  if (value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
