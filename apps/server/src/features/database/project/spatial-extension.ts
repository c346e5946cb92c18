import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '@duckdb/node-api';

/**
 * The file of DuckDB's spatial extension for the DuckDB that is here, as its package has it; null where it is not
 * installed.
 */
export function spatialExtension(folder: string): string | null {
  const file = join(folder, 'duckdb_extension_spatial', 'extensions', version(), 'spatial.duckdb_extension');
  return existsSync(file) ? file : null;
}
