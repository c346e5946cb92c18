import { isIP } from 'node:net';
import { networkOf } from './public-address.ts';

/**
 * Places that may be reached though they are not public, from a text that separates them by commas: hosts in lower
 * case, addresses, and ranges, which begin at their network's first address (`10.2.0.5/16` is `10.2.0.0/16`).
 * @throws Error with one plain line that names what is none of these.
 */
export function readAllowedPlaces(text = ''): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => {
      const place = isIP(each.split('/')[0]!) === 0 ? hostOf(each) : networkOf(each);
      if (place === null)
        throw new Error(
          `GROMA_OUTBOUND_ALLOW: ${each} is neither a host like tiles.internal, an address, nor a range like 10.2.0.0/16.`,
        );
      return place;
    });
}

/** A host as addresses of the web name it: lower case, and never a number that is read as an address. */
function hostOf(text: string): string | null {
  const host = /^[\p{L}\p{N}._-]+$/u.test(text) ? URL.parse(`http://${text}`)?.hostname : undefined;
  return host === undefined || isIP(host) !== 0 ? null : host;
}
