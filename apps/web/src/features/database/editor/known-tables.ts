import type { DatabaseSchema, DatabaseType } from '@groma/model';
import type { KnownTable, SqlDialectName } from './sql-language.ts';

export function dialectOf(type: DatabaseType): SqlDialectName {
  return type === 'postgres' ? 'postgres' : 'duckdb';
}

const made = new WeakMap<DatabaseSchema, readonly KnownTable[]>();

/** The tables of a schema as completion knows them; the same list for the same schema. */
export function knownTables(schema: DatabaseSchema | null | undefined): readonly KnownTable[] {
  if (!schema) return none;
  const found =
    made.get(schema) ??
    schema.tables.map(({ catalog, schema: name, name: table, kind, columns }) => ({
      catalog,
      schema: name,
      name: table,
      kind: kind === 'table' ? ('table' as const) : ('view' as const),
      columns,
      isDefault: catalog === undefined && name === schema.defaultSchema,
    }));
  made.set(schema, found);
  return found;
}

const none: readonly KnownTable[] = [];
