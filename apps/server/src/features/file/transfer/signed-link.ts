import { createHmac, timingSafeEqual } from 'node:crypto';
import { fillPath, file } from '@groma/protocol';
import { GromaError } from '@groma/model';

/** What a link is good for. */
export interface LinkSubject {
  bucket: string;
  projectId: string;
  path: string;
  userId: string;
}

const lifeMs = 15 * 60 * 1000;

/** Signs links to single files: HMAC-SHA-256 over method, bucket, project, path, person and expiry. */
export function createLinkSigner(secret: string) {
  const signatureOf = ({ bucket, projectId, path, userId }: LinkSubject, expires: number) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['GET', bucket, projectId, path, userId, expires]))
      .digest('base64url');
  return {
    /** An address on this server, good for 15 minutes. */
    sign(subject: LinkSubject): string {
      const expires = Date.now() + lifeMs;
      const path = fillPath(file.openSignedUrl.path, { ...subject, path: subject.path.slice(1) });
      return `${path}?${new URLSearchParams({ expires: String(expires), user: subject.userId, signature: signatureOf(subject, expires) })}`;
    },
    /** @throws GromaError BAD_SIGNATURE. */
    check(subject: LinkSubject, expires: number, signature: string): void {
      const expected = Buffer.from(signatureOf(subject, expires));
      const given = Buffer.from(signature);
      const isRight = expected.length === given.length && timingSafeEqual(expected, given);
      if (!isRight || expires < Date.now() || expires > Date.now() + lifeMs) throw new GromaError('BAD_SIGNATURE');
    },
  };
}
