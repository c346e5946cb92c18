import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCompactId } from '@groma/model';

/** What a share token vouches for: who made it, until when (milliseconds). */
export interface Share {
  userId: string;
  expiresAt: number;
}

/** The presigned half of a share token: `expires.user.mac`, bound to one notebook. */
export function signShare(secret: string, notebookId: string, { userId, expiresAt }: Share): string {
  const claim = `${expiresAt}.${Buffer.from(userId).toString('base64url')}`;
  return `${claim}.${macOf(secret, notebookId, claim)}`;
}

/**
 * The share a signature vouches for at a time; null when it is forged, for another notebook, or over.
 * @throws GromaError BAD_COMPACT_ID where its maker can be nobody's id (SHL-061)
 */
export function verifyShare(secret: string, notebookId: string, signature: string, now: number): Share | null {
  const [expires = '', user = '', mac = ''] = signature.split('.');
  const maker = parseCompactId(user);
  const wanted = Buffer.from(macOf(secret, notebookId, `${expires}.${maker}`));
  const given = Buffer.from(mac);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted) || Number(expires) <= now) return null;
  return { userId: Buffer.from(maker, 'base64url').toString(), expiresAt: Number(expires) };
}

function macOf(secret: string, notebookId: string, claim: string): string {
  return createHmac('sha256', secret).update(`notebook share\n${notebookId}\n${claim}`).digest('base64url');
}
