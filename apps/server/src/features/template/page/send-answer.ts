import type { FastifyReply, FastifyRequest } from 'fastify';
import { GromaError } from '@groma/model';
import type { KeptAnswer } from '../../../platform/http/kept-answer.ts';
import { mostBytesOfOne, type PublicAnswers } from '../../../platform/http/public-answers.ts';
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
  if (kept && !(kept.isForNobody && user)) {
    await cache.send(key, kept, request, reply);
    return streamed;
  }
  const produce = () => produced(cache, key, user, () => make(readerOf(secret, user, request)));
  // Whoever shows nothing of themselves is told the same.
  const isAnybody = !user && request.headers.cookie === undefined;
  const { made, answer } = await (isAnybody ? together(cache, key, produce) : produce());
  if (answer === 'private') return sendPrivate(reply, made);
  if (answer !== 'large') await cache.send(key, answer, request, reply);
  else await reply.headers(publicHeaders(made)).header('vary', 'cookie').send(made.body);
  return streamed;
}

/** A page that was made, and how it is sent: as it is kept, too large to be kept, or for this reader alone. */
interface Produced {
  made: Answer;
  answer: KeptAnswer | 'large' | 'private';
}

async function produced(
  cache: PublicAnswers,
  key: string,
  user: User | undefined,
  make: () => Promise<Answer>,
): Promise<Produced> {
  const { era } = cache;
  const made = await make();
  const { isPublic, isForNobody = false, body } = made;
  if (!isPublic || (isForNobody && user)) return { made, answer: 'private' };
  if (Buffer.byteLength(body) > mostBytesOfOne) return { made, answer: 'large' };
  return { made, answer: await cache.keep(key, { body, headers: publicHeaders(made), isForNobody }, era) };
}

const beingMade = new WeakMap<PublicAnswers, Map<string, Promise<Produced>>>();

/** Makes a page once for all who ask for it meanwhile; after a change of a publication it is made anew. */
async function together(cache: PublicAnswers, key: string, produce: () => Promise<Produced>): Promise<Produced> {
  const all = beingMade.get(cache) ?? new Map<string, Promise<Produced>>();
  beingMade.set(cache, all);
  const name = `${cache.era} ${key}`;
  const begun = all.get(name);
  if (begun)
    return begun.catch((error: unknown) => {
      if (error instanceof GromaError) throw error;
      // Who had begun it went away: one of those who wait begins it again.
      return together(cache, key, produce);
    });
  const making = produce().finally(() => all.delete(name));
  all.set(name, making);
  return making;
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

function publicHeaders({ policy, type, keep }: Answer): Record<string, string> {
  return {
    ...inertHeaders(policy),
    'content-type': type,
    'cache-control': lifetimes[keep],
    // Pages of others show pictures of what is public, as oEmbed names them.
    'cross-origin-resource-policy': 'cross-origin',
  };
}

function inertHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    ...(policy.includes("frame-ancestors 'none'") && { 'x-frame-options': 'DENY' }),
  };
}
