import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';

/**
 * The file of DuckDB's spatial extension for the DuckDB that is here, as its package has it; null where it is not
 * installed.
 */
export function spatialExtension(folder: string): string | null {
  const file = join(folder, 'duckdb_extension_spatial', 'extensions', duckdbVersion(), 'spatial.duckdb_extension');
  return existsSync(file) ? file : null;
}

/**
 * The version of DuckDB as extensions name it (`v1.5.5`), read from its package (`1.5.5-r.5`): asking DuckDB itself
 * would load its library into a process that leaves databases to others.
 */
function duckdbVersion(): string {
  const { version } = JSON.parse(readFileSync(findPackageJSON('@duckdb/node-api', import.meta.url)!, 'utf8')) as {
    version: string;
  };
  return `v${version.split('-')[0]}`;
}
