import type { Column } from '@groma/geo';
import { isCodeColumn } from '@groma/model';

/** Rows that are looked at, over the whole length of the layer. */
const looked = 2_000;
const [firstYear, lastYear] = [1_000, 2_999];

/**
 * Columns of whole numbers whose figures are written without thousands separators: years, by all of some thousand rows
 * lying between 1000 and 2999, and codes, by their name.
 */
export function ungroupedColumns(
  columns: readonly Column[],
  rowCount: number,
  cellOf: (name: string) => ((row: number) => unknown) | null,
): string[] {
  const step = Math.max(1, Math.floor(rowCount / looked));
  return columns
    .filter(
      ({ name, type }) =>
        type === 'int64' || (type === 'integer' && (isCodeColumn(name) || holdsYears(cellOf(name), rowCount, step))),
    )
    .map(({ name }) => name);
}

function holdsYears(read: ((row: number) => unknown) | null, rowCount: number, step: number): boolean {
  let isAny = false;
  if (!read) return false;
  for (let row = 0; row < rowCount; row += step) {
    const value = read(row);
    if (typeof value !== 'number') continue;
    if (value < firstYear || value > lastYear) return false;
    isAny = true;
  }
  return isAny;
}
