import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@groma/protocol';
import { longestAddress } from './direct-answers.ts';
import { mostBytesOfOne, type PublicAnswers } from './public-answers.ts';

/** Headers of a reply that are the same for everybody; the others are set for each. */
const shared = ['content-type', 'cache-control', 'etag', 'accept-ranges', 'content-disposition'] as const;

/**
 * Under which key the answer to a request is kept: undefined where it is for one caller, or for a part of it. Answers
 * may name the server as the request does, so its name is a part of the key.
 */
function keyOf(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const { method, url, headers } = request;
  if (method !== 'GET' || !('alsoPublished' in endpoint.policy && endpoint.policy.alsoPublished)) return undefined;
  if (headers.cookie !== undefined || headers.authorization !== undefined || headers.range !== undefined)
    return undefined;
  return url.length > longestAddress ? undefined : `${request.protocol}://${request.host} ${url}`;
}

/**
 * Answers to calls for versions of publications that anyone may read: a popular one is read from the records once, and
 * then sent from memory to whoever asks without a session.
 */
export class PublishedAnswers {
  readonly #answers: PublicAnswers;
  readonly #begun = new WeakMap<FastifyRequest, number>();

  constructor(answers: PublicAnswers) {
    this.#answers = answers;
  }

  /** Whether it was answered with what is kept. To be asked before anything is read. */
  async answer(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const key = keyOf(endpoint, request);
    const kept = key === undefined ? undefined : this.#answers.find(key);
    this.#begun.set(request, this.#answers.era);
    if (key === undefined || !kept) return false;
    await this.#answers.send(key, kept, request, reply);
    return true;
  }

  /** Keeps what is about to be sent of a version that anyone may read, and gives what is to be sent. */
  keep(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const key = keyOf(endpoint, request);
    const era = this.#begun.get(request);
    const said = String(reply.getHeader('cache-control') ?? '');
    if (key === undefined || era === undefined || reply.statusCode !== 200) return payload;
    if (said.includes('no-store') || reply.hasHeader('set-cookie')) return payload;
    const headers = Object.fromEntries(
      shared.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
    );
    const put = (body: string | Buffer): void => {
      if (body.length <= mostBytesOfOne) void this.#answers.keep(key, { body, headers }, era);
    };
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) put(payload);
    else if (payload instanceof Readable && Number(reply.getHeader('content-length')) <= mostBytesOfOne) {
      const copy = copied(Number(reply.getHeader('content-length')), put);
      // The failure of the source reaches the reply through the copy.
      pipeline(payload, copy).catch(() => undefined);
      return copy;
    }
    return payload;
  }
}

/** Passes bytes, and gives them together when all have come. */
function copied(expected: number, take: (whole: Buffer) => void): Transform {
  const pieces: Buffer[] = [];
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done(null, piece);
    },
    flush(done) {
      const whole = Buffer.concat(pieces);
      if (whole.length === expected) take(whole);
      done();
    },
  });
}
