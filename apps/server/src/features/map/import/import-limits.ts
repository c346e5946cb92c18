import { ImportError } from './import-error.ts';

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
