import type { DatabaseType } from './database-type.ts';

/** How a geometry is written in the cells of a column. `ewkb` is well-known binary with PostGIS's reference system. */
export const geometryEncodings = ['wkb', 'ewkb', 'wkt', 'geojson'] as const;
export type GeometryEncoding = (typeof geometryEncodings)[number];

/** Says of a column that it holds geometries. `srid` is the number of the reference system where it is known. */
export interface ColumnGeometry {
  encoding: GeometryEncoding;
  srid?: number | undefined;
  type?: string | undefined;
}

/** A column of a result. `type` is the database's own name of its type. */
export interface ResultColumn {
  name: string;
  type: string;
  geometry?: ColumnGeometry | undefined;
}

/** A column of a table or view (DBS-002). */
export interface TableColumn extends ResultColumn {
  nullable: boolean;
  isPrimaryKey?: boolean | undefined;
  /** What a foreign key of this column alone refers to. */
  references?: { schema: string; table: string; column: string } | undefined;
  /** What someone has written about it in the database. */
  comment?: string | undefined;
}

/** A cell as JSON: nested values are JSON, numbers that JavaScript would round are texts, bytes are hexadecimal. */
export type Cell = unknown;

export type TableKind = 'table' | 'view' | 'file' | 'layer';

/**
 * A table with its first rows, each a list of cells in the order of the columns. `file`: a file of the project, seen as
 * a view; `layer`: a layer of a map.
 */
export interface DatabaseTable {
  /** What stands before the schema where SQL names it, in a project's own database: `layers`. */
  catalog?: string | undefined;
  /** Of a layer, its map. */
  schema: string;
  name: string;
  kind: TableKind;
  columns: TableColumn[];
  comment?: string | undefined;
  /** About how many rows; null where the database does not say. */
  rowEstimate: number | null;
  /** Null where none were read, because there are very many tables. */
  previewRows: Cell[][] | null;
}

export interface DatabaseExtensions {
  loaded: string[];
  installed: string[];
  available: string[];
}

export interface DatabaseSchema {
  tables: DatabaseTable[];
  extensions: DatabaseExtensions;
  /** The schema whose tables are found without its name. */
  defaultSchema: string;
  /** Of a project's own database: tables of the others as they were last read, for completion. */
  connected?: ConnectedTable[] | undefined;
  /** Functions that extensions have brought, for completion. */
  functions?: SqlFunction[] | undefined;
}

/** A table that SQL over a project names as `tables."database"."schema"."name"`. */
export interface ConnectedTable {
  database: string;
  schema: string;
  name: string;
  kind: TableKind;
  columns: { name: string; type: string }[];
}

/** A function as it is called, such as `ST_Buffer(geom, distance)`. */
export interface SqlFunction {
  name: string;
  signature: string;
  description?: string | undefined;
}

/** A database as the interface holds it (DBS-001). */
export interface DatabaseItem {
  id: string;
  name: string;
  dbType: DatabaseType;
  schema: DatabaseSchema | null;
  extensions: DatabaseExtensions | null;
  isExpanded: boolean;
  isFetchingSchema: boolean;
}

export type ConnectionState = 'connected' | 'connecting' | 'disconnected';

/** The state that is shown of a connection (DBS-010 to DBS-012). */
export function connectionState({
  schema,
  isFetchingSchema,
}: Pick<DatabaseItem, 'schema' | 'isFetchingSchema'>): ConnectionState {
  if (isFetchingSchema) return 'connecting';
  return schema ? 'connected' : 'disconnected';
}

/** A name as SQL takes it in any case and with any characters: in double quotes, those inside doubled. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
