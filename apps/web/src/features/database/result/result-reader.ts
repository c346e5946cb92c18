import type { ResultEvent, ResultMessage, ResultQuestion, ResultQuestions, ResultReply } from './result-messages.ts';

interface Waiting { resolve(answer: unknown): void; reject(error: Error): void }

/** The page's side of the worker that holds the results of an editor. */
export class ResultReader {
  readonly #worker = new Worker(new URL('./result-worker.ts', import.meta.url), { type: 'module', name: 'results' });
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(onEvent: (event: ResultEvent) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ResultReply>) => {
      if ('event' in data) onEvent(data);
      else this.#answered(data);
    });
    this.#worker.addEventListener('error', (event) => this.#failAll(event.message));
  }

  ask<Name extends ResultQuestion>(id: string, question: Name, ask: ResultQuestions[Name]['ask']): Promise<ResultQuestions[Name]['answer']> {
    this.#last += 1;
    const message: ResultMessage<Name> = { number: this.#last, id, question, ask };
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.number, { resolve: resolve as Waiting['resolve'], reject });
      this.#worker.postMessage(message, []);
    });
  }

  /** Ends what runs and frees what is held. */
  close(): void {
    this.#worker.terminate();
    this.#failAll('closed');
  }

  #answered(reply: Exclude<ResultReply, ResultEvent>): void {
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if ('failure' in reply) waiting?.reject(new Error(reply.failure));
    else waiting?.resolve(reply.answer);
  }

  #failAll(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}
