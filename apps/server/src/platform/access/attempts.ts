import { isIPv6 } from 'node:net';
import { GromaError } from '@groma/model';
import type { Database } from '../database/database.ts';

/** How many tries of one kind are allowed in a window. */
export interface AttemptLimit {
  tries: number;
  windowSeconds: number;
}

/**
 * A window that ends later than one begun now is from before the clock was put back: waiting for it would keep people
 * out for hours.
 */
const isOver =
  'attempts.window_ends_at NOT BETWEEN clock_timestamp() AND clock_timestamp() + make_interval(secs => $2)';

/**
 * Counts a try under a key in the records, so that all processes count together.
 * @throws GromaError TOO_MANY_ATTEMPTS with the seconds to wait.
 */
export async function countAttempt(
  { pool }: Database,
  key: string,
  { tries, windowSeconds }: AttemptLimit,
): Promise<void> {
  const { rows } = await pool.query<{ count: number; seconds: number }>(
    // By the clock and not by when the statement began: one that has waited for the row began before its window did.
    `INSERT INTO attempts (key, count, window_ends_at) VALUES ($1, 1, clock_timestamp() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN ${isOver} THEN 1 ELSE attempts.count + 1 END,
       window_ends_at =
         CASE WHEN ${isOver} THEN clock_timestamp() + make_interval(secs => $2) ELSE attempts.window_ends_at END
     RETURNING count, ceil(extract(epoch FROM window_ends_at - clock_timestamp()))::int AS seconds`,
    [key, windowSeconds],
  );
  if (rows[0] && rows[0].count > tries) throw new GromaError('TOO_MANY_ATTEMPTS', { seconds: rows[0].seconds });
}

/**
 * Takes one try under a key back, which went well: tries are counted before their outcome is known, so that many at
 * once are too.
 */
export async function takeBackAttempt({ pool }: Database, key: string): Promise<void> {
  await pool.query('UPDATE attempts SET count = count - 1 WHERE key = $1 AND count > 0', [key]);
}

/** Forgets the tries under a key, after one that went well. */
export async function forgetAttempts({ pool }: Database, key: string): Promise<void> {
  await pool.query('DELETE FROM attempts WHERE key = $1', [key]);
}

/** Deletes counts whose window has ended: they say nothing any more. */
export async function sweepAttempts({ pool }: Database): Promise<void> {
  await pool.query('DELETE FROM attempts WHERE window_ends_at < now()');
}

/**
 * What callers are counted by: their address, and of an IPv6 address the first 64 bits, since one connection is
 * commonly given all that begin with them (RFC 6177).
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare.slice(0, longestAddress);
  const [front = '', back] = bare.split('::');
  const [before, after] = [front, back ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = back === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** What is longer is not an address. */
const longestAddress = 64;

/** Some proxies say the port of the caller too, which is another for each connection. */
function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
}
