import { effectOf, GromaError, type DatabaseType } from '@groma/model';

const readingWords = /^(select|with|from|values|table|show|describe|desc|summarize|explain|pivot|unpivot)\b/;

/** Characters of a statement that a refusal names. */
const mostShown = 60;

/**
 * Refuses statements that look as if they wrote, for callers that may not, in words that say why. What looks otherwise
 * DuckDB itself refuses (`mayOnlyRead` of a session); a PostgreSQL can have functions that write, so it is not asked.
 * @throws GromaError QUERY_READS_ONLY
 */
export function requireReading(type: DatabaseType, statements: readonly string[]): void {
  if (type !== 'managed-duckdb' && type !== 'project')
    throw new GromaError('QUERY_READS_ONLY', { statement: shown(statements[0] ?? '') });
  const writing = statements.find(
    (text) => !isReading(text.trim().toLowerCase().replace(/^\(+/, '')) || effectOf(text) !== 'none',
  );
  if (writing !== undefined) throw new GromaError('QUERY_READS_ONLY', { statement: shown(writing) });
}

function shown(statement: string): string {
  return statement.length > mostShown ? `${statement.slice(0, mostShown)}…` : statement;
}

function isReading(statement: string): boolean {
  return readingWords.test(statement) && !/\bnextval\s*\(|^explain\b[^]*\banaly[sz]e\b/.test(statement);
}
