import type { DatabaseTable, TableColumn } from '@groma/model';
import { shownText } from '../sizes.ts';

const mostValues = 4;

/** The first distinct values of a column, as its table's preview has them. */
export function sampleValues({ columns, previewRows }: DatabaseTable, column: TableColumn): string[] {
  const at = columns.findIndex(({ name }) => name === column.name);
  const texts = (previewRows ?? [])
    .map((row) => row[at])
    .filter((value) => value !== null && value !== undefined)
    .map((value) => shownText(typeof value === 'string' ? value : JSON.stringify(value)));
  return [...new Set(texts)].slice(0, mostValues);
}
