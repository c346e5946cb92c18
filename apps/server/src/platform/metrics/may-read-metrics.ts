import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whether a caller may read the metrics: with the token of the settings, or, where there is none, from this machine
 * itself. What a proxy on this machine passes on comes from elsewhere.
 */
export function mayReadMetrics({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const isPassedOn = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined || headers['x-real-ip'] !== undefined || headers.via !== undefined;
  return !isPassedOn && loopback.has(socket.remoteAddress ?? '');
}

function isSame(given: string, wanted: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(wanted)];
  return first.length === second.length && timingSafeEqual(first, second);
}
