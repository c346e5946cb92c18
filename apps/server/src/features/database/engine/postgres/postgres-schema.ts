import type pg from 'pg';
import { quoteIdentifier, type DatabaseSchema, type DatabaseTable } from '@groma/model';
import { previewRows } from '../rows/preview-rows.ts';
import { postgisGeometry, readTexts, type TypeNames } from './postgres-columns.ts';

const previewedTables = 60;
const previewedRows = 5;

type Key = {
  columns: string[];
  kind: 'p' | 'f';
  schema: string | null;
  table: string | null;
  referenced: string[] | null;
};

const tablesQuery = `
  SELECT n.nspname AS schema, c.relname AS name, c.relkind AS kind, c.reltuples::bigint AS size, c.oid::text AS oid, obj_description(c.oid, 'pg_class') AS comment
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%' AND n.nspname NOT LIKE 'pg_temp%'
    AND has_schema_privilege(n.oid, 'USAGE') AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ORDER BY n.nspname, c.relname LIMIT 5000`;
const columnsQuery = `
  SELECT a.attrelid::text AS oid, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable, col_description(a.attrelid, a.attnum) AS comment
  FROM pg_attribute a WHERE a.attrelid = ANY($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum`;
const keysQuery = `
  SELECT k.conrelid::text AS oid, k.contype AS kind, rn.nspname AS schema, rc.relname AS table,
    ARRAY(SELECT attname::text FROM unnest(k.conkey) WITH ORDINALITY u(num, i) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num ORDER BY i) AS columns,
    ARRAY(SELECT attname::text FROM unnest(k.confkey) WITH ORDINALITY u(num, i) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.num ORDER BY i) AS referenced
  FROM pg_constraint k LEFT JOIN pg_class rc ON rc.oid = k.confrelid LEFT JOIN pg_namespace rn ON rn.oid = rc.relnamespace
  WHERE k.contype IN ('p', 'f') AND k.conrelid = ANY($1::oid[])`;

/** Everything of a PostgreSQL that this user may read. */
export async function readPostgresSchema(client: pg.Client, types: TypeNames): Promise<DatabaseSchema> {
  const rows = async <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
    (await client.query({ text: `SELECT to_json(q)::text AS row FROM (${sql}) q`, values })).rows.map(
      ({ row }: { row: string }) => JSON.parse(row) as T,
    );
  const tables = await rows<{
    schema: string;
    name: string;
    kind: string;
    size: number;
    oid: string;
    comment: string | null;
  }>(tablesQuery);
  const oids = [tables.map(({ oid }) => oid)];
  const columns = Map.groupBy(
    await rows<{ oid: string; name: string; type: string; nullable: boolean; comment: string | null }>(
      columnsQuery,
      oids,
    ),
    ({ oid }) => oid,
  );
  const keys = Map.groupBy(await rows<Key & { oid: string }>(keysQuery, oids), ({ oid }) => oid);
  const found: DatabaseTable[] = [];
  for (const { schema, name, kind, size, oid, comment } of tables) {
    const own = keys.get(oid) ?? [];
    found.push({
      schema,
      name,
      kind: kind === 'v' || kind === 'm' ? 'view' : 'table',
      ...(comment && { comment }),
      columns: (columns.get(oid) ?? []).map((column) => ({
        name: column.name,
        type: column.type,
        nullable: column.nullable,
        ...(column.comment && { comment: column.comment }),
        ...(own.some((key) => key.kind === 'p' && key.columns.includes(column.name)) && { isPrimaryKey: true }),
        ...referenceOf(own, column.name),
        ...(/(^|\.)geo(metry|graphy)\b/.test(column.type) && { geometry: postgisGeometry(column.type) }),
      })),
      // -1: nobody has counted yet.
      rowEstimate: size < 0 || kind === 'v' || kind === 'f' ? null : size,
      previewRows: found.length < previewedTables ? await preview(client, types, schema, name) : null,
    });
  }
  const extensions = await rows<{ name: string; installed: boolean }>(
    'SELECT name, installed_version IS NOT NULL AS installed FROM pg_available_extensions ORDER BY name',
  );
  const installed = extensions.filter((each) => each.installed).map(({ name }) => name);
  const [home] = await rows<{ schema: string | null }>('SELECT current_schema() AS schema');
  return {
    tables: found,
    extensions: { loaded: installed, installed, available: extensions.map(({ name }) => name) },
    defaultSchema: home?.schema ?? 'public',
  };
}

function referenceOf(
  keys: readonly Key[],
  column: string,
): { references?: { schema: string; table: string; column: string } } {
  const key = keys.find((each) => each.kind === 'f' && each.columns.length === 1 && each.columns[0] === column);
  return key?.schema && key.table && key.referenced?.[0]
    ? { references: { schema: key.schema, table: key.table, column: key.referenced[0] } }
    : {};
}

/** The first rows, or none where they cannot be read, or not soon: a view may be anything. */
async function preview(client: pg.Client, types: TypeNames, schema: string, name: string): Promise<unknown[][] | null> {
  try {
    await client.query('BEGIN READ ONLY; SET LOCAL statement_timeout = 1500');
    const { rows, fields } = await client.query({
      text: `SELECT * FROM ${quoteIdentifier(schema)}.${quoteIdentifier(name)} LIMIT ${previewedRows}`,
      rowMode: 'array',
    });
    const shapes = await types.shapesOf(client, fields);
    return previewRows(shapes, readTexts(rows as (string | null)[][], shapes));
  } catch {
    return null;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
}
