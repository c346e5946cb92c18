import { plainText } from './cell-text.ts';

/**
 * Rows × columns of values as tab separated text, the way spreadsheets exchange cells: a value with a tab, a line break
 * or a quote is quoted.
 */
export function toTsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => row.map(tsvField).join('\t')).join('\n');
}

function tsvField(value: unknown): string {
  const text = plainText(value);
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
