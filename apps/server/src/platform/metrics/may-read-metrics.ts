import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whether a caller may read the metrics: with the token of the settings, or, where there is none, from this machine
 * itself. What a proxy on this machine passes on comes from elsewhere, and where a public address says that there is
 * one, it need not say so itself.
 */
export function mayReadMetrics(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { metricsToken: token, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  if (publicUrl !== undefined) return false;
  const isPassedOn =
    headers.forwarded !== undefined ||
    headers['x-forwarded-for'] !== undefined ||
    headers['x-real-ip'] !== undefined ||
    headers.via !== undefined;
  return !isPassedOn && loopback.has(socket.remoteAddress ?? '');
}

function isSame(given: string, wanted: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(wanted)];
  return first.length === second.length && timingSafeEqual(first, second);
}
