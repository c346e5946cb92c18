const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that a browser acts on itself, and that lead to no program. */
const ownSchemes = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'javascript:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);

/**
 * Whether a client may be answered there: by https, at this computer itself by http, or at a scheme that a program has
 * claimed (RFC 8252). An answer never goes over the network in the clear.
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return loopback.has(url.hostname);
  return !ownSchemes.has(url.protocol);
}

/**
 * Whether an address is one that was registered. At this computer itself the port is the client's to choose (RFC 8252,
 * 7.3).
 */
export function isRegistered(text: string, registered: readonly string[]): boolean {
  return registered.some(
    (each) => each === text || (withoutPort(each) !== null && withoutPort(each) === withoutPort(text)),
  );
}

function withoutPort(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' || !loopback.has(url.hostname) || text.includes('#')) return null;
  if (url.username !== '' || url.password !== '') return null;
  url.port = '';
  return url.href;
}
