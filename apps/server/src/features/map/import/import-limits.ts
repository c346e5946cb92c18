import { ImportError } from './import-error.ts';

/** Milliseconds in which a file must be read. */
export const timeLimitMs = 20 * 60_000;
/** Columns of a layer: as many as SQLite, and with it GeoPackage, lets a table have. */
const MOST_COLUMNS = 2_000;

/** @throws ImportError for more columns than a layer may have. */
export function requireColumns(count: number, fileName: string): void {
  if (count > MOST_COLUMNS)
    throw new ImportError(
      'too-many-columns',
      fileName,
      `${count.toLocaleString('en')} columns; a layer holds at most ${MOST_COLUMNS.toLocaleString('en')}`,
    );
}
