/** Connection kinds that the product knows (DBS-005), in the order in which they are offered. */
export const connectionKinds = [
  'postgres',
  'managed-duckdb',
  'motherduck',
  'esri-arcgis',
  'oracle-spatial',
  'snowflake',
  'bigquery',
  'redshift',
  'spatialite',
] as const;

/** Kinds that can be connected to (DBS-004). The others are shown as not offered yet (DBS-006). */
export const databaseTypes = ['postgres', 'managed-duckdb', 'motherduck'] as const;
export type ConnectableType = (typeof databaseTypes)[number];

/**
 * What a database can be. Each project has one of kind `project`: SQL over its layers and files, which nobody makes
 * (DBS-090).
 */
export const allDatabaseTypes = [...databaseTypes, 'project'] as const;
export type DatabaseType = (typeof allDatabaseTypes)[number];

export function isDatabaseType(kind: string): kind is ConnectableType {
  return (databaseTypes as readonly string[]).includes(kind);
}

/** How a connection to a server is encrypted, by the names of PostgreSQL's `sslmode`. */
export const tlsModes = ['disable', 'prefer', 'require', 'verify-full'] as const;
export type TlsMode = (typeof tlsModes)[number];
