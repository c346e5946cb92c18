import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicAnswers } from '../../../platform/http/public-answers.ts';
import { streamed } from '../../../platform/http/route.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { readerOf } from '../hub/routes.ts';
import type { Reader } from '../hub/read-publication.ts';

/** What pages of the hub may do: show what is in them and come from here, ask nobody else, run nothing. */
export const hubPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const lifetimes = {
  short: 'public, max-age=30, stale-while-revalidate=60',
  day: 'public, max-age=86400, stale-while-revalidate=86400',
  forever: 'public, max-age=31536000, immutable',
} as const;

/** A page of the hub or a part of one. */
export interface Answer {
  type: string;
  body: string | Buffer;
  /** `content-security-policy` of it. */
  policy: string;
  /** How long others may keep it, where anyone may read it. */
  keep: keyof typeof lifetimes;
  /** Whether anyone may read it: only that is kept, here and by others. */
  isPublic: boolean;
  /** Where the same address shows something else to who is signed in. */
  isForNobody?: boolean;
}

/** Who asks for a page, and where it goes. */
export interface Asking {
  request: FastifyRequest;
  reply: FastifyReply;
  user: User | undefined;
}

/** Sends what is kept under a key, or what `make` makes of it for who reads. */
export async function sendAnswer(
  { cache, secret }: { cache: PublicAnswers; secret: string },
  key: string,
  { request, reply, user }: Asking,
  make: (reader: Reader) => Promise<Answer>,
): Promise<typeof streamed> {
  const kept = cache.find(key);
  const { era } = cache;
  if (kept && !(kept.isForNobody && user)) await cache.send(key, kept, request, reply);
  else {
    const made = await make(readerOf(secret, user, request));
    const { isPublic, isForNobody = false, body, type, policy } = made;
    if (!isPublic || (isForNobody && user)) return sendPrivate(reply, made);
    const headers = { ...inertHeaders(policy), 'content-type': type, 'cache-control': lifetimes[made.keep] };
    await cache.send(key, await cache.keep(key, { body, headers, isForNobody }, era), request, reply);
  }
  return streamed;
}

/** Sends what is for this reader alone, or says why there is nothing. */
export async function sendPrivate(
  reply: FastifyReply,
  { type, policy, body }: Pick<Answer, 'type' | 'policy' | 'body'>,
): Promise<typeof streamed> {
  await reply
    .headers({ ...inertHeaders(policy), 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    .type(type)
    .send(body);
  return streamed;
}

function inertHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    ...(policy.includes("frame-ancestors 'none'") && { 'x-frame-options': 'DENY' }),
  };
}
