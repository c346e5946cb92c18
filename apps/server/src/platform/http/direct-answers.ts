import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeptAnswer } from './kept-answer.ts';

/** A kept answer to requests that are like one which was answered with it. */
export interface DirectAnswer {
  /** Under which it is kept. */
  key: string;
  /** Held by what keeps it alone, so that what is let go there is gone. */
  answer: WeakRef<KeptAnswer>;
  /** Path of its route, for counting. */
  route: string;
  /** Names and values one after another, as Node writes them at once. */
  head: string[];
}

const mostRequests = 5_000;
/** Answers to longer ones are not kept: they are others each time. */
export const longestAddress = 512;
const longestName = 1_024;
/** Of the request that it was learned from alone. */
const own = new Set(['x-request-id', 'content-length', 'content-encoding', 'connection', 'date']);

/**
 * Requests of nobody that were answered with what is kept, and how: the same again needs no look at anything. What a
 * cookie, a token or a range says is not for here.
 */
export class DirectAnswers {
  readonly #known = new Map<string, DirectAnswer>();

  learn(request: FastifyRequest, reply: FastifyReply, { key, answer }: { key: string; answer: KeptAnswer }): void {
    const name = nameOf(request.raw);
    if (name === undefined || this.#known.get(name)?.answer.deref() === answer) return;
    const head = Object.entries(reply.getHeaders()).flatMap(([header, value]) =>
      own.has(header) || value === undefined ? [] : [header, String(value)],
    );
    if (this.#known.size >= mostRequests) this.#known.clear();
    this.#known.set(name, { key, answer: new WeakRef(answer), head, route: request.routeOptions.url ?? '' });
  }

  find(request: IncomingMessage): DirectAnswer | undefined {
    const name = nameOf(request);
    return name === undefined ? undefined : this.#known.get(name);
  }

  clear(): void {
    this.#known.clear();
  }
}

/** What tells one request from another here; undefined of one that is for its caller. */
function nameOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url.length > longestAddress || isPersonal(headers)) return undefined;
  const { host = '', 'x-forwarded-host': outerHost = '', 'x-forwarded-proto': outer = '' } = headers;
  const name = `${host} ${outerHost as string} ${outer as string} ${url}`;
  return name.length > longestName ? undefined : name;
}

function isPersonal({ cookie, authorization, range }: IncomingHttpHeaders): boolean {
  return cookie !== undefined || authorization !== undefined || range !== undefined;
}

/** Whether a caller takes answers that are packed. */
export function takesGzip(encodings: string | string[] | undefined): boolean {
  return typeof encodings === 'string' && /\bgzip\b/.test(encodings);
}

/** Writes an answer, packed where the caller takes it, or 304 when the caller has it. */
export function sendDirect(
  { head }: Pick<DirectAnswer, 'head'>,
  answer: KeptAnswer,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const { plain, zipped, etag } = answer;
  if (headers['if-none-match']?.includes(etag)) {
    response.writeHead(304, head).end();
    return;
  }
  const isZipped = zipped !== null && takesGzip(headers['accept-encoding']);
  const body = isZipped ? zipped : plain;
  const length = ['content-length', String(body.length)];
  response.writeHead(200, isZipped ? [...head, ...length, 'content-encoding', 'gzip'] : [...head, ...length]).end(body);
}
