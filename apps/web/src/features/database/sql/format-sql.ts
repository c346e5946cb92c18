import type { SqlDialectName } from '../editor/sql-language.ts';

/** Lays SQL out in lines by the conventions of a dialect. @throws where the formatter cannot read the text. */
export async function formatSql(text: string, dialect: SqlDialectName): Promise<string> {
  // A grammar of its own, fetched when somebody formats.
  const { formatDialect, duckdb, postgresql } = await import('sql-formatter');
  return formatDialect(text, {
    dialect: dialect === 'duckdb' ? duckdb : postgresql,
    keywordCase: 'upper',
    tabWidth: 2,
    linesBetweenQueries: 1,
  });
}
