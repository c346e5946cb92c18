import { createHash } from 'node:crypto';

/** Longer than any signed token; what is longer is none. */
const longestToken = 512;

/** Value of the first cookie of that very name, as it stands in the header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const found = header
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return found && found.length <= longestToken ? found : undefined;
}

/** The cache and the bus know a session by a hash: neither holds what would let someone in. */
export function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
