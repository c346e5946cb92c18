import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import { DirectAnswers, sendDirect, takesGzip, type DirectAnswer } from './direct-answers.ts';
import type { KeptAnswer } from './kept-answer.ts';

/** What anyone is answered, before it is kept. */
export interface PublicAnswer {
  body: string | Buffer;
  headers: Readonly<Record<string, string>>;
  /** Where who is signed in is shown something else by the same address. */
  isForNobody?: boolean;
}

const mostBytes = 64 * 1024 * 1024;
/** Larger ones are sent from where they are. */
export const mostBytesOfOne = 4 * 1024 * 1024;
/** Names of people change without a word here. */
const keptMs = 30_000;
/** What a kept answer takes beside its body and key: headers, and its places in what is kept. */
const bytesBeside = 500;
/** With the name of the server; what has a longer key is not kept. */
const longestKey = 1_024;

const zip = promisify(gzip);
/** Pictures and the parts of layers are packed already. */
const isText = /^(text\/|application\/(json|xml|rss\+xml))/;

/** Whether something that is told on the bus may change who may read something, or what it is. */
const mayChange: Readonly<Record<string, (told: Told) => boolean>> = {
  'project-access-changed': () => true,
  'bus-reconnected': () => true,
  // A publication goes with what was published.
  'map-changed': ({ kind }) => kind === 'deleted',
  'notebooks-changed': ({ deletedIds = [] }) => deletedIds.length > 0,
  'workflows-changed': ({ deletedIds = [] }) => deletedIds.length > 0,
};

interface Told {
  kind?: string;
  deletedIds?: readonly string[];
}

/**
 * Answers that anyone may have, as they were made: at most 64 MB of them, each for half a minute, and none past a
 * change of any publication. One that is being made while something changes is not kept.
 */
export class PublicAnswers {
  readonly #answers = new Map<string, { answer: KeptAnswer; until: number }>();
  readonly #direct = new DirectAnswers();
  #bytes = 0;
  #era = 0;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(bus: Bus) {
    for (const [topic, changes] of Object.entries(mayChange))
      bus.subscribe(topic, (told: Told) => {
        if (changes(told)) this.#clear();
      });
  }

  find(key: string): KeptAnswer | undefined {
    const kept = this.#answers.get(key);
    if (!kept) return undefined;
    if (kept.until > performance.now()) return kept.answer;
    this.#remove(key);
    return undefined;
  }

  /** Changes with each change of a publication: what was begun in an earlier one is not kept. */
  get era(): number {
    return this.#era;
  }

  /** What all that is kept takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Keeps an answer that was begun in an era, and gives it as it is sent. */
  async keep(key: string, { body, headers, isForNobody = false }: PublicAnswer, era: number): Promise<KeptAnswer> {
    const plain = Buffer.from(body);
    const answer: KeptAnswer = {
      headers,
      plain,
      zipped: isText.test(headers['content-type'] ?? '') ? await zip(plain) : null,
      etag: headers['etag'] ?? `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      isForNobody,
    };
    if (era !== this.#era || key.length > longestKey) return answer;
    this.#remove(key);
    this.#answers.set(key, { answer, until: performance.now() + keptMs });
    this.#bytes += bytesOf(key, answer);
    this.#sweepLater();
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= mostBytes) break;
      this.#remove(oldest);
    }
    return answer;
  }

  /** Sends what is kept under a key, packed where the caller takes it, or 304 when the caller has it. */
  async send(key: string, answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { headers, plain, zipped, etag, isForNobody } = answer;
    const { 'accept-encoding': encodings, 'if-none-match': known } = request.headers;
    void reply.headers(headers).header('etag', etag);
    if (zipped) void reply.header('vary', isForNobody ? 'accept-encoding, cookie' : 'accept-encoding');
    if (this.#answers.get(key)?.answer === answer) this.#direct.learn(request, reply, { key, answer });
    if (known?.includes(etag)) {
      await reply.status(304).send();
      return;
    }
    const isZipped = zipped !== null && takesGzip(encodings);
    if (isZipped) void reply.header('content-encoding', 'gzip');
    await reply.send(isZipped ? zipped : plain);
  }

  /** Answers a request that was answered before, by what is kept; undefined where that is left to others. */
  sendDirectly(request: IncomingMessage, response: ServerResponse): DirectAnswer | undefined {
    const direct = this.#direct.find(request);
    const kept = direct && this.find(direct.key);
    if (!kept || kept !== direct.answer.deref()) return undefined;
    sendDirect(direct, kept, request, response);
    return direct;
  }

  #clear(): void {
    this.#answers.clear();
    this.#direct.clear();
    this.#bytes = 0;
    this.#era += 1;
  }

  #remove(key: string): void {
    const kept = this.#answers.get(key);
    if (!kept) return;
    this.#answers.delete(key);
    this.#bytes -= bytesOf(key, kept.answer);
  }

  /** What is over is let go also where nobody asks for it again. */
  #sweepLater(): void {
    if (this.#sweeping) return;
    this.#sweeping = setTimeout(() => {
      this.#sweeping = undefined;
      // In the order in which they end.
      for (const [key, { until }] of this.#answers) {
        if (until > performance.now()) break;
        this.#remove(key);
      }
      if (this.#answers.size > 0) this.#sweepLater();
      else this.#direct.clear();
    }, keptMs).unref();
  }
}

function bytesOf(key: string, { plain, zipped }: KeptAnswer): number {
  return key.length * 2 + bytesBeside + plain.length + (zipped?.length ?? 0);
}
