import { effectOf, GromaError, type DatabaseType } from '@groma/model';

const readingWords = /^(select|with|from|values|table|show|describe|desc|summarize|explain|pivot|unpivot)\b/;

/**
 * Refuses statements that look as if they wrote, for callers that may not, in words that say why. What looks otherwise
 * DuckDB itself refuses (`mayOnlyRead` of a session); a PostgreSQL can have functions that write, so it is not asked.
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
  return readingWords.test(statement) && !/\bnextval\s*\(|^explain\b[^]*\banaly[sz]e\b/.test(statement);
}
