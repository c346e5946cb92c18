import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { PostgreSQL, schemaCompletionSource, SQLDialect, sql, type SQLNamespace } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import { isId, statementAt, type SqlFunction } from '@groma/model';
import { quotedName } from '../sql/quoted-name.ts';

/** What the editor must know of a table to complete its name and its columns. */
export interface KnownTable {
  /** What stands before its schema, where something does. */
  catalog?: string | undefined;
  /** What stands between both, of a table of another database. */
  database?: string | undefined;
  schema: string;
  name: string;
  kind: 'table' | 'view';
  columns: readonly { name: string; type: string }[];
  /** Found without the name of its schema. */
  isDefault: boolean;
}

export type SqlDialectName = 'postgres' | 'duckdb';

/** DuckDB reads what Postgres reads, and has words of its own. */
const duckDb = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: `${PostgreSQL.spec.keywords ?? ''} anti asof describe exclude glob install macro pivot positional pragma qualify replace semi struct summarize try_cast unpivot use`,
  types: `${PostgreSQL.spec.types ?? ''} blob double float hugeint list map string struct tinyint ubigint uhugeint uinteger union usmallint utinyint varchar geometry`,
});

const dialects: Readonly<Record<SqlDialectName, SQLDialect>> = { postgres: PostgreSQL, duckdb: duckDb };

/**
 * SQL of a dialect with completion of its words, of tables and of columns. `readTables` is asked at each completion.
 */
export function sqlLanguage(
  name: SqlDialectName,
  readTables: () => readonly KnownTable[],
  readFunctions: () => readonly SqlFunction[],
): Extension {
  const dialect = dialects[name];
  return [
    sql({ dialect, upperCaseKeywords: true }),
    dialect.language.data.of({ autocomplete: tableCompletion(dialect, readTables) }),
    dialect.language.data.of({ autocomplete: columnCompletion(readTables) }),
    dialect.language.data.of({ autocomplete: functionCompletion(readFunctions) }),
  ];
}

let nested: { tables: readonly KnownTable[]; source: CompletionSource } | null = null;

/** Schemas, tables, and what follows a dot, aliases too. */
function tableCompletion(dialect: SQLDialect, readTables: () => readonly KnownTable[]): CompletionSource {
  return (context) => {
    const tables = readTables();
    if (tables.length === 0) return null;
    if (nested?.tables !== tables)
      nested = {
        tables,
        source: schemaCompletionSource({
          dialect,
          schema: namespaceOf(tables),
          defaultSchema: defaultSchemaOf(tables),
        }),
      };
    return nested.source(context);
  };
}

function namespaceOf(tables: readonly KnownTable[]): SQLNamespace {
  const schemas: Namespaces = {};
  for (const { catalog, database, schema, name, kind, columns } of tables) {
    const around = [catalog, database].reduce(
      (names, each) => (each === undefined ? names : inside(names, each)),
      schemas,
    );
    inside(around, schema)[keyOf(name)] = {
      self: {
        label: name,
        type: kind === 'view' ? 'interface' : 'class',
        ...(quotedName(name) === name ? {} : { apply: quotedName(name) }),
        ...afterNames(name),
      },
      children: columns.map(columnOption),
    };
  }
  return schemas;
}

type Namespaces = Record<string, SQLNamespace>;

/** The names behind a name, which is quoted where SQL wants that. */
function inside(names: Namespaces, name: string): Namespaces {
  const found = names[keyOf(name)] as { children: Namespaces } | undefined;
  if (found) return found.children;
  const children: Namespaces = {};
  const written = quotedName(name);
  names[keyOf(name)] = {
    self: { label: name, type: 'namespace', ...(written !== name && { apply: written }), ...afterNames(name) },
    children,
  };
  return children;
}

/** An id stands for what has a name too, which is wanted first. */
function afterNames(name: string): { boost?: number } {
  return isId(name) ? { boost: -50 } : {};
}

/** A name as a key: at a dot the editor would cut it in two. */
function keyOf(name: string): string {
  return name.replaceAll('.', String.raw`\.`);
}

function columnOption({ name, type }: KnownTable['columns'][number]): Completion {
  const written = quotedName(name);
  return { label: name, type: 'property', detail: type.toLowerCase(), ...(written === name ? {} : { apply: written }) };
}

function defaultSchemaOf(tables: readonly KnownTable[]): string {
  return tables.find(({ isDefault }) => isDefault)?.schema ?? tables[0]?.schema ?? '';
}

/** Columns of the tables that the statement at the cursor names, without their table before them. */
function columnCompletion(readTables: () => readonly KnownTable[]): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if ((!before && !context.explicit) || context.matchBefore(/["'.][^"'\s]*/)) return null;
    const statement = statementAt(context.state.doc.toString(), context.pos)?.text.toLowerCase() ?? '';
    const options = readTables()
      .filter(({ name }) => statement.includes(name.toLowerCase()))
      .flatMap(({ columns }) => columns.map((column) => ({ ...columnOption(column), boost: 1 })));
    return options.length === 0 ? null : { from: before?.from ?? context.pos, options, validFor: /^[\p{L}\p{N}_]*$/u };
  };
}

/** Functions that extensions have brought, with how they are called. */
function functionCompletion(readFunctions: () => readonly SqlFunction[]): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if (!before || context.matchBefore(/["'.][^"'\s]*/)) return null;
    const options = readFunctions().map(({ name, signature, description }): Completion => ({
      label: name,
      type: 'function',
      detail: signature.slice(name.length),
      ...(description !== undefined && { info: description }),
    }));
    return options.length === 0 ? null : { from: before.from, options, validFor: /^[\p{L}\p{N}_]*$/u };
  };
}
