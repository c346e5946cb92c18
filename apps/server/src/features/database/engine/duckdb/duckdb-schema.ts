import type { DuckDBConnection } from '@duckdb/node-api';
import type { DatabaseExtensions, DatabaseSchema, DatabaseTable, TableColumn } from '@groma/model';
import { quoteIdentifier } from '@groma/model';
import { previewRows } from '../rows/preview-rows.ts';
import { readChunks, shapesOf } from './duckdb-columns.ts';

/** Tables whose first rows are read; of more only what they are called. */
const previewedTables = 100;
const previewedRows = 5;

type Row = Record<string, unknown>;

/** Everything of a database of DuckDB that people browse. `catalogs`: its own, and the one of the project's files. */
export async function readDuckdbSchema(
  connection: DuckDBConnection,
  catalogs: { own: string; files?: string },
  extensions: DatabaseExtensions,
): Promise<DatabaseSchema> {
  const names = [catalogs.own, ...(catalogs.files ? [catalogs.files] : [])]
    .map((name) => `'${name.replaceAll("'", "''")}'`)
    .join(', ');
  const rows = async (sql: string): Promise<Row[]> =>
    (await connection.runAndReadAll(sql)).getRowObjectsJson() as Row[];
  const [tables, columns, constraints] = [
    await rows(`SELECT database_name, schema_name, table_name AS name, 'table' AS kind, estimated_size AS size, comment FROM duckdb_tables() WHERE NOT internal AND NOT temporary AND database_name IN (${names})
      UNION ALL SELECT database_name, schema_name, view_name, 'view', NULL, comment FROM duckdb_views() WHERE NOT internal AND NOT temporary AND database_name IN (${names}) ORDER BY 1, 2, 3`),
    await rows(
      `SELECT database_name, schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns() WHERE NOT internal AND database_name IN (${names}) ORDER BY database_name, schema_name, table_name, column_index`,
    ),
    await rows(
      `SELECT schema_name, table_name, constraint_type, constraint_column_names AS columns, referenced_table, referenced_column_names AS referenced FROM duckdb_constraints() WHERE database_name IN (${names}) AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')`,
    ),
  ];
  const byTable = Map.groupBy(columns, (row) => keyOf(row['database_name'], row['schema_name'], row['table_name']));
  const keys = Map.groupBy(constraints, (row) => keyOf(row['schema_name'], row['table_name']));
  const found: DatabaseTable[] = [];
  for (const table of tables) {
    const isFile = table['database_name'] === catalogs.files;
    const schema = isFile ? catalogs.files! : String(table['schema_name']);
    const own = byTable.get(keyOf(table['database_name'], table['schema_name'], table['name'])) ?? [];
    const name = String(table['name']);
    // A view that a statement has named from /data on: the same file has a view by its path below it.
    if (isFile && name.startsWith('/data/')) continue;
    found.push({
      schema,
      name,
      kind: isFile ? 'file' : (table['kind'] as 'table' | 'view'),
      ...commentOf(table),
      columns: own.map((row) => columnOf(row, isFile ? [] : (keys.get(keyOf(table['schema_name'], name)) ?? []))),
      rowEstimate: table['size'] === null ? null : Number(table['size']),
      previewRows:
        found.length < previewedTables && !isFile
          ? await preview(
              connection,
              `${quoteIdentifier(catalogs.own)}.${quoteIdentifier(schema)}.${quoteIdentifier(name)}`,
              hasPlaces(table, own),
            )
          : null,
    });
  }
  return { tables: found, extensions, defaultSchema: 'main' };
}

/** Extensions that are there. Asked for before files are locked away, among which DuckDB looks for them. */
export async function readExtensions(connection: DuckDBConnection): Promise<DatabaseExtensions> {
  const rows = (
    await connection.runAndReadAll(
      'SELECT extension_name AS name, loaded, installed FROM duckdb_extensions() ORDER BY 1',
    )
  ).getRowObjectsJson() as Row[];
  const named = (isMeant: (row: Row) => boolean): string[] => rows.filter(isMeant).map((row) => String(row['name']));
  return {
    loaded: named((row) => row['loaded'] === true),
    installed: named((row) => row['installed'] === true),
    available: named(() => true),
  };
}

const commentOf = ({ comment }: Row): { comment?: string } =>
  typeof comment === 'string' && comment !== '' ? { comment } : {};
const keyOf = (...parts: unknown[]): string => JSON.stringify(parts);

function columnOf(row: Row, constraints: readonly Row[]): TableColumn {
  const name = String(row['column_name']);
  const has = (each: Row): boolean => (each['columns'] as string[]).includes(name);
  const foreign = constraints.find(
    (each) => each['constraint_type'] === 'FOREIGN KEY' && has(each) && (each['columns'] as string[]).length === 1,
  );
  return {
    name,
    type: String(row['data_type']),
    nullable: row['is_nullable'] === true,
    ...commentOf(row),
    ...(constraints.some((each) => each['constraint_type'] === 'PRIMARY KEY' && has(each)) && { isPrimaryKey: true }),
    ...(foreign && {
      references: {
        schema: String(foreign['schema_name']),
        table: String(foreign['referenced_table']),
        column: String((foreign['referenced'] as string[])[0]),
      },
    }),
    ...(String(row['data_type']).startsWith('GEOMETRY') && { geometry: { encoding: 'wkb' as const } }),
  };
}

/** A table's rows have places, by a name that a column may have taken. */
function hasPlaces(table: Row, columns: readonly Row[]): boolean {
  return table['kind'] === 'table' && columns.every((row) => String(row['column_name']).toLowerCase() !== 'rowid');
}

/**
 * The first rows, or none where a view does not work any more. DuckDB reads rows by the thousand, however large they
 * are, but for those asked for by place.
 */
async function preview(connection: DuckDBConnection, table: string, byPlace: boolean): Promise<unknown[][] | null> {
  const first = byPlace ? await read(connection, `SELECT * FROM ${table} WHERE rowid < ${previewedRows}`) : null;
  return first && first.length > 0 ? first : read(connection, `SELECT * FROM ${table} LIMIT ${previewedRows}`);
}

async function read(connection: DuckDBConnection, query: string): Promise<unknown[][] | null> {
  try {
    const result = await connection.stream(query);
    const chunk = await result.fetchChunk();
    return chunk && chunk.rowCount > 0 ? previewRows(shapesOf(result), readChunks([chunk], result.columnTypes())) : [];
  } catch {
    return null;
  }
}
