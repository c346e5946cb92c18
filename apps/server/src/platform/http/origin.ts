import { GromaError } from '@groma/model';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

/** Where this server is for whoever makes a request. */
export function originOfRequest(
  { protocol, host }: { protocol: string; host: string },
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  return publicUrl ? new URL(publicUrl).origin : `${protocol}://${host}`;
}

/**
 * Refuses what a page of another site sends: changing calls and sockets. A caller that is not a browser sends no
 * origin.
 */
export function refuseForeignOrigin(request: Pick<IncomingMessage, 'method' | 'headers'>, config: Config): void {
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  const opensSocket = request.headers.upgrade !== undefined;
  if ((changes || opensSocket) && !isOwnOrigin(request.headers, config)) throw new GromaError('FORBIDDEN_ORIGIN');
}

function isOwnOrigin(headers: IncomingHttpHeaders, config: Config): boolean {
  const { origin, host } = headers;
  if (origin === undefined)
    return (
      headers['sec-fetch-site'] === undefined ||
      headers['sec-fetch-site'] === 'same-origin' ||
      headers['sec-fetch-site'] === 'none'
    );
  if (config.publicUrl) return origin === new URL(config.publicUrl).origin;
  return origin === `http://${host}` || origin === `https://${host}`;
}
