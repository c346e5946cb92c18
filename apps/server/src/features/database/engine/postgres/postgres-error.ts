import { defaultSqlError, type SqlErrorKind, type SqlFailure } from '@groma/model';
import { SqlError } from '../engine.ts';

interface Told {
  code?: string;
  message?: string;
  position?: string;
  detail?: string;
  hint?: string;
  internalPosition?: string;
}

/** Kinds by the class of the code that PostgreSQL gives, and by whole codes where a class holds several. */
const codes: Record<string, SqlErrorKind> = {
  42601: 'syntax',
  42501: 'permission',
  42804: 'type',
  42883: 'missing',
  42846: 'type',
  '42P18': 'type',
  42725: 'type',
  57014: 'connection',
  25006: 'permission',
  '28P01': 'permission',
  28000: 'permission',
  '3D000': 'missing',
  53300: 'connection',
};
const classes: Record<string, SqlErrorKind> = {
  '08': 'connection',
  22: 'type',
  28: 'permission',
  42: 'missing',
  '57': 'connection',
  58: 'connection',
};
const networkCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ECONNABORTED',
  'EPIPE',
]);

/** A failure that PostgreSQL, the line to it or the driver tells of. */
export function asPostgresError(error: unknown, { isConnecting = false, statement = '' } = {}): SqlError {
  if (error instanceof SqlError) return error;
  const { code = '', message = String(error), position } = (error ?? {}) as Told;
  // EPIPE looks like a code of PostgreSQL.
  if (/^[0-9A-Z]{5}$/.test(code) && !networkCodes.has(code)) {
    const kind = codes[code] ?? classes[code.slice(0, 2)] ?? 'other';
    const failure: SqlFailure = {
      kind,
      detail: message.trim() || defaultSqlError.postgres,
      ...(position !== undefined && { position: placeOf(statement, Number(position) - 1) }),
    };
    const token =
      kind === 'syntax'
        ? (/at or near "([\s\S]*)"$/.exec(message)?.[1] ?? (/end of input/.test(message) ? 'end of input' : undefined))
        : undefined;
    return new SqlError({ ...failure, ...(token !== undefined && { token }) });
  }
  const detail = plainDetail(code, message);
  if (networkCodes.has(code) && isConnecting) return new SqlError({ kind: 'network', detail });
  return new SqlError({
    kind: isConnecting && !/password|SASL|SCRAM|certificate|SSL|TLS|time/i.test(message) ? 'network' : 'connection',
    detail,
  });
}

function plainDetail(code: string, message: string): string {
  if (/timeout expired|timeout exceeded/i.test(message)) return 'The server did not answer in time.';
  if (code === 'ECONNREFUSED') return 'Nothing answers at this host and port.';
  if (/Connection terminated|ECONNRESET|socket hang up|EPIPE/i.test(`${code} ${message}`))
    return 'The server closed the connection.';
  return message || code || 'The server closed the connection.';
}

/** PostgreSQL counts characters, a text in JavaScript is counted in half ones. */
function placeOf(statement: string, characters: number): number {
  let place = 0;
  for (let count = 0; count < characters && place < statement.length; count++)
    place += (statement.codePointAt(place) ?? 0) > 0xffff ? 2 : 1;
  return place;
}
