/** What is wrong when a statement fails. A timeout is a connection failure (DBS-048). */
export const sqlErrorKinds = [
  'syntax',
  'missing',
  'permission',
  'connection',
  'type',
  'network',
  'canceled',
  'other',
] as const;
export type SqlErrorKind = (typeof sqlErrorKinds)[number];

/** A failure as a driver has understood it. `position` counts characters from 0 in the statement. */
export interface SqlFailure {
  kind: SqlErrorKind;
  detail: string;
  token?: string | undefined;
  position?: number | undefined;
}

/** The text that people read (DBS-041 to DBS-047). */
export function sqlErrorText({ kind, detail, token }: SqlFailure): string {
  switch (kind) {
    case 'syntax':
      return token === undefined
        ? `SQL Syntax Error: ${detail}`
        : `SQL Syntax Error: Unexpected "${token}". Please check your SQL syntax near this text.`;
    case 'missing':
      return `SQL Error: ${detail}`;
    case 'permission':
      return `SQL Permission Error: ${detail}`;
    case 'connection':
      return `SQL Connection Error: ${detail}`;
    case 'type':
      return `SQL Data Type Error: ${detail}`;
    case 'network':
      return `Network Error: Unable to connect to database server. ${detail}`;
    case 'canceled':
      return 'The query was canceled.';
    case 'other':
      return `Query Execution Error: ${detail}`;
    default:
      return kind satisfies never;
  }
}

/** What is shown of a failure that came without a text (DBS-038 to DBS-040). */
export const defaultSqlError = {
  postgres: 'PostgreSQL query execution failed',
  motherduck: 'MotherDuck query execution failed',
  'managed-duckdb': 'Query execution failed',
  project: 'Query execution failed',
} as const;
