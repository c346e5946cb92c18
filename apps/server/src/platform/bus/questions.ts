import { randomUUID } from 'node:crypto';
import { GromaError, isErrorCode, type ErrorCode, type ErrorDetails } from '@groma/model';
import type { Log } from '../log.ts';
import type { Bus } from './bus.ts';

/** Bytes of one piece of what is asked and answered: messages of the bus are short. */
const pieceBytes = 4_500;
/** Who works on an answer says so this often, and who waits for it that they still do. */
const workingMs = 1_000;
const defaultPatienceMs = 5_000;

type Handler = (question: never, signal: AbortSignal) => Promise<unknown>;

/**
 * Questions from one process of an installation to the one that keeps what is asked for in its memory. Where that is
 * this process itself, its handler is called directly.
 */
export interface Questions {
  /**
   * Asks and waits for the answer: small JSON, some hundred kilobytes at most. Whoever works on it may take as long as
   * it needs. The work is stopped when this process goes away. @throws GromaError UNAVAILABLE when nobody has given a
   * sign of life for `patienceMs`, CANCELED when `signal` is aborted, what the handler has thrown if that is a
   * GromaError, and INTERNAL otherwise.
   */
  ask<Answer>(
    topic: string,
    question: unknown,
    options?: { signal?: AbortSignal; patienceMs?: number },
  ): Promise<Answer>;
  /** Answers the questions of a topic. One process of an installation does so for each topic. */
  answer<Question>(topic: string, handler: (question: Question, signal: AbortSignal) => Promise<unknown>): void;
}

interface Piece {
  id: string;
  last: boolean;
  text: string;
}
interface AskedPiece extends Piece {
  topic: string;
  patienceMs: number;
}
type Reply = { answer: unknown } | { failure: { code: ErrorCode; details: ErrorDetails } };

export function createQuestions(bus: Bus, log: Log): Questions {
  const handlers = new Map<string, Handler>();
  const waiting = new Map<string, { heard(piece?: Piece): void }>();
  const halves = new Map<string, string>();
  const working = new Map<string, { canceler: AbortController; askedAt: number }>();

  const send = async (topic: string, about: object, content: unknown): Promise<void> => {
    const text = Buffer.from(JSON.stringify(content ?? null)).toString('base64');
    for (let at = 0; at === 0 || at < text.length; at += pieceBytes) {
      await bus.publish(topic, {
        ...about,
        text: text.slice(at, at + pieceBytes),
        last: at + pieceBytes >= text.length,
      });
    }
  };

  const work = async ({ id, topic, patienceMs }: AskedPiece, handler: Handler, question: unknown): Promise<void> => {
    const canceler = new AbortController();
    const asked = { canceler, askedAt: performance.now() };
    working.set(id, asked);
    const tell = (): void => {
      bus.publish('question-working', { id }).catch(() => undefined);
    };
    tell();
    const timer = setInterval(() => {
      if (performance.now() - asked.askedAt > patienceMs) canceler.abort(new GromaError('CANCELED', { name: topic }));
      else tell();
    }, workingMs);
    let reply: Reply;
    try {
      reply = { answer: (await handler(question as never, canceler.signal)) ?? null };
    } catch (error) {
      if (!(error instanceof GromaError))
        log.error('A question of another process was not answered.', { topic, question: id, error });
      reply = {
        failure:
          error instanceof GromaError
            ? { code: error.code, details: error.details }
            : { code: 'INTERNAL', details: { reference: id } },
      };
    } finally {
      clearInterval(timer);
      working.delete(id);
    }
    await send('question-answered', { id }, reply);
  };

  bus.subscribe('question-asked', (piece: AskedPiece) => {
    const { id, topic, last, text } = piece;
    const handler = handlers.get(topic);
    if (!handler) return;
    const whole = (halves.get(id) ?? '') + text;
    if (!last) return void halves.set(id, whole);
    halves.delete(id);
    work(piece, handler, read(whole)).catch((error: unknown) => {
      log.error('An answer was not sent.', { topic, error });
    });
  });
  bus.subscribe('question-canceled', ({ id }: { id: string }) => {
    working.get(id)?.canceler.abort(new GromaError('CANCELED', { name: id }));
  });
  bus.subscribe('question-waiting', ({ id }: { id: string }) => {
    const asked = working.get(id);
    if (asked) asked.askedAt = performance.now();
  });
  bus.subscribe('question-working', ({ id }: { id: string }) => {
    waiting.get(id)?.heard();
  });
  bus.subscribe('question-answered', (piece: Piece) => {
    waiting.get(piece.id)?.heard(piece);
  });

  const askOthers = async <Answer>(
    topic: string,
    question: unknown,
    signal: AbortSignal | undefined,
    patienceMs: number,
  ): Promise<Answer> => {
    const id = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    // It may fail while the question is still being sent.
    promise.catch(() => undefined);
    const nobody = (): void => {
      reject(
        new GromaError('UNAVAILABLE', {
          part: 'another service of this server',
          remedy: 'it does not answer. Try again in a moment.',
        }),
      );
    };
    const cancel = (): void => {
      reject(new GromaError('CANCELED', { name: topic }));
    };
    let timer = setTimeout(nobody, patienceMs);
    let text = '';
    waiting.set(id, {
      heard(piece) {
        clearTimeout(timer);
        text += piece?.text ?? '';
        if (piece?.last) resolve(read(text) as Reply);
        else timer = setTimeout(nobody, patienceMs);
      },
    });
    const stillWaits = setInterval(() => {
      bus.publish('question-waiting', { id }).catch(() => undefined);
    }, workingMs);
    signal?.addEventListener('abort', cancel);
    try {
      signal?.throwIfAborted();
      await send('question-asked', { id, topic, patienceMs: Math.max(patienceMs, defaultPatienceMs) }, question);
      const reply = await promise;
      if ('answer' in reply) return reply.answer as Answer;
      throw new GromaError(isErrorCode(reply.failure.code) ? reply.failure.code : 'INTERNAL', reply.failure.details);
    } catch (error) {
      await bus.publish('question-canceled', { id }).catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
      clearInterval(stillWaits);
      signal?.removeEventListener('abort', cancel);
      waiting.delete(id);
    }
  };

  return {
    async ask<Answer>(
      topic: string,
      question: unknown,
      { signal, patienceMs = defaultPatienceMs }: { signal?: AbortSignal; patienceMs?: number } = {},
    ) {
      const own = handlers.get(topic);
      if (own) return (await own(question as never, signal ?? new AbortController().signal)) as Answer;
      return askOthers<Answer>(topic, question, signal, patienceMs);
    },
    answer(topic, handler) {
      handlers.set(topic, handler as Handler);
    },
  };
}

function read(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64').toString());
}
