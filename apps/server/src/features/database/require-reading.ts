import { effectOf, GromaError, type DatabaseType } from '@groma/model';

const readingWords = /^(select|with|from|values|table|show|describe|desc|summarize|explain|pivot|unpivot)\b/;

/**
 * Lets through statements that only read, for callers that may do no more. A PostgreSQL can have functions that write,
 * whatever a statement looks like; DuckDB in its sandbox has none but for sequences.
 * @throws GromaError TOKEN_READS_ONLY
 */
export function requireReading(type: DatabaseType, statements: readonly string[]): void {
  if (type !== 'managed-duckdb' && type !== 'project')
    throw new GromaError('TOKEN_READS_ONLY', { detail: 'Connected databases need one that may write.' });
  const writing = statements.find(
    (text) => !isReading(text.trim().toLowerCase().replace(/^\(+/, '')) || effectOf(text) !== 'none',
  );
  if (writing !== undefined)
    throw new GromaError('TOKEN_READS_ONLY', { detail: `“${writing.slice(0, 60)}” is no query that only reads.` });
}

function isReading(statement: string): boolean {
  return readingWords.test(statement) && !/\bnextval\s*\(/.test(statement);
}
