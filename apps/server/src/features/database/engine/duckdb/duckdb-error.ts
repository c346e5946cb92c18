import { defaultSqlError, type DatabaseType, type SqlErrorKind, type SqlFailure } from '@groma/model';
import { SqlError } from '../engine.ts';

interface Told {
  exception_type?: string;
  exception_message?: string;
  position?: string;
  error_subtype?: string;
}

const kinds: Record<string, SqlErrorKind> = {
  Parser: 'syntax',
  Syntax: 'syntax',
  Catalog: 'missing',
  Conversion: 'type',
  'Mismatch Type': 'type',
  'Out of Range': 'type',
  'Invalid Type': 'type',
  'Invalid Input': 'type',
  Decimal: 'type',
  Cast: 'type',
  Divide: 'type',
  Permission: 'permission',
  INTERRUPT: 'canceled',
  Interrupt: 'canceled',
  Connection: 'connection',
  Network: 'network',
  HTTP: 'network',
};

/** What DuckDB says of a failure, which it tells as JSON with the place in bytes. */
export function asDuckdbError(error: unknown, statement: string, database: DatabaseType = 'managed-duckdb'): SqlError {
  if (error instanceof SqlError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const { exception_type: type = '', exception_message: message = text, position, error_subtype: subtype } = told(text);
  const kind: SqlErrorKind = type === 'Binder' ? binderKind(message, subtype) : (kinds[type] ?? 'other');
  const detail = (message || type).replace(/\n\nLINE \d+:[\s\S]*$/, '').trim() || defaultSqlError[database];
  const failure: SqlFailure = { kind, detail: kind === 'permission' ? withoutHint(detail) : detail };
  const token =
    /syntax error at or near "([\s\S]*?)"\s*$/.exec(detail)?.[1] ??
    (/syntax error at end of input/i.test(detail) ? 'end of input' : undefined);
  return new SqlError({
    ...failure,
    ...(token !== undefined && { token }),
    ...(position !== undefined && { position: characterAt(statement, Number(position)) }),
  });
}

function told(text: string): Told {
  try {
    // The parser's own failures have their kind before them.
    const from = text.indexOf('{"exception_type"');
    return from >= 0 ? (JSON.parse(text.slice(from)) as Told) : plainTold(text);
  } catch {
    return plainTold(text);
  }
}

/** `Catalog Error: …` as it is said where nothing asks for JSON. */
function plainTold(text: string): Told {
  const match = /^([A-Z][\w ]*?) Error: ([\s\S]*)$/.exec(text);
  return match ? { exception_type: match[1]!, exception_message: match[2]! } : { exception_message: text };
}

function binderKind(message: string, subtype = ''): SqlErrorKind {
  if (subtype === 'COLUMN_NOT_FOUND' || /not found|does not (exist|have a column)/i.test(message)) return 'missing';
  return /type|cast|No function matches/i.test(message) ? 'type' : 'other';
}

/** Advice to change settings would be of no use: they are locked. */
function withoutHint(detail: string): string {
  return detail.split('\n')[0]!;
}

function characterAt(statement: string, bytes: number): number {
  return Buffer.from(statement).subarray(0, bytes).toString().length;
}
