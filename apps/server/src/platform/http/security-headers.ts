import type { FastifyReply } from 'fastify';
import { baseMapTiles } from '../base-map-tiles.ts';
import type { Config } from '../config.ts';

/**
 * Policy of the application's own pages. Styles are set in place by the map, the grid and the editor; `blob:` workers
 * belong to the map; user content is shown in sandboxed frames (`srcdoc` takes this policy, `blob:` frames do not run).
 */
const contentSecurityPolicy = (tileOrigins: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${tileOrigins}`,
    "font-src 'self' data:",
    `connect-src 'self' ws: wss: data: blob:${tileOrigins}`,
    "worker-src 'self' blob:",
    "frame-src 'self' blob: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');

/**
 * Policy of the frame in which notebook outputs run their scripts: no origin, no network, nothing of the page around
 * it. What an output shows must come with it.
 */
export const outputFramePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob: data:",
  "style-src 'unsafe-inline' data:",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  'worker-src blob: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

export function setSecurityHeaders(reply: FastifyReply, config: Pick<Config, 'tileServers'>): void {
  void reply.headers({
    'content-security-policy': policyFor(config),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
}

/** Where people grant an app access. */
export function isConsentPage(url: string): boolean {
  return /^\/oauth(\/|\?|$)/.test(url);
}

/** Nobody shows the page in a frame, not even ours: who presses a button there must see what it does. */
export function refuseFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  void reply.headers({
    'content-security-policy': policy.replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
}

const policies = new WeakMap<object, string>();

/**
 * The policy, with the servers of the base maps: pages load pictures and data from no other, so that nobody else sees
 * who reads them.
 */
function policyFor({ tileServers }: Pick<Config, 'tileServers'>): string {
  const known = policies.get(tileServers);
  if (known !== undefined) return known;
  const { openStreetMap, satellite } = baseMapTiles(tileServers);
  const origins = [openStreetMap, satellite].map(({ tiles }) => ` ${new URL(tiles).origin}`);
  const policy = contentSecurityPolicy([...new Set(origins)].join(''));
  policies.set(tileServers, policy);
  return policy;
}

/** Makes bytes of users inert: no scripts, no origin, no embedding elsewhere. */
export function setUserContentHeaders(reply: FastifyReply): void {
  void reply.headers({
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; media-src 'self'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  });
}
