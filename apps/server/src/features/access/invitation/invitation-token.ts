import { createHash, randomBytes } from 'node:crypto';

/** A token that nobody guesses (256 bits), and its hash, which is all that is kept. */
export function makeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
