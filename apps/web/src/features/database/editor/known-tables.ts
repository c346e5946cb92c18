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
    [...schema.tables, ...(schema.connected ?? []).map((table) => ({ ...table, catalog: 'tables' }))].map((each) => ({
      catalog: each.catalog,
      ...('database' in each && { database: each.database }),
      schema: each.schema,
      name: each.name,
      kind: each.kind === 'table' ? ('table' as const) : ('view' as const),
      columns: each.columns,
      isDefault: each.catalog === undefined && each.schema === schema.defaultSchema,
    }));
  made.set(schema, found);
  return found;
}

const none: readonly KnownTable[] = [];
