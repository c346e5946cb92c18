import { tlsModes, type TlsMode } from '@groma/model';

/** What people type of a connection to PostgreSQL. */
export interface PostgresFields {
  host: string;
  port: string;
  database: string;
  user: string;
  password: string;
  tls: TlsMode;
  certificate: string;
}

/**
 * The fields of an address like `postgres://ada:secret@db.example.com:5433/gauges?sslmode=require`; null for what is
 * none.
 */
export function readConnectionUrl(text: string): Partial<PostgresFields> | null {
  if (!/^postgres(?:ql)?:\/\//i.test(text.trim())) return null;
  // The parser of addresses knows host and port of such schemes only by this one.
  const url = parsed(text.trim().replace(/^postgres(?:ql)?:/i, 'http:'));
  if (!url) return null;
  const mode = url.searchParams.get('sslmode');
  const database = decoded(url.pathname.slice(1));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (/:80(?:[/?#]|$)/.test(text.slice(text.lastIndexOf('@'))) ? '80' : '5432') : url.port,
    ...(database !== '' && { database }),
    ...(url.username !== '' && { user: decoded(url.username) }),
    ...(url.password !== '' && { password: decoded(url.password) }),
    ...(isTlsMode(mode) && { tls: mode }),
  };
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isTlsMode(mode: string | null): mode is TlsMode {
  return (tlsModes as readonly (string | null)[]).includes(mode);
}
