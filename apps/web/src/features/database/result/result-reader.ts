import type { ResultEvent, ResultMessage, ResultQuestion, ResultQuestions, ResultReply } from './result-messages.ts';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** The reader was closed while it was asked. */
export class ReaderClosed extends Error {
  override readonly name = 'ReaderClosed';
}

/** The worker could not be loaded, as without a connection, or ended by itself. What it held is gone. */
export class ReaderBroken extends Error {
  override readonly name = 'ReaderBroken';
  /** Whether it has ever answered: else it was not loaded. */
  readonly wasLoaded: boolean;
  constructor(wasLoaded: boolean) {
    super('The worker that holds results is gone.');
    this.wasLoaded = wasLoaded;
  }
}

/** The page's side of the worker that holds the results of an editor. */
export class ResultReader {
  readonly #worker = new Worker(new URL('./result-worker.ts', import.meta.url), { type: 'module', name: 'results' });
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #isLoaded = false;

  /** `onBroken` is told when the worker is of no more use: another reader has to be made. */
  constructor(onEvent: (event: ResultEvent) => void, onBroken: () => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ResultReply>) => {
      this.#isLoaded = true;
      if ('event' in data) onEvent(data);
      else this.#answered(data);
    });
    this.#worker.addEventListener('error', () => {
      this.#worker.terminate();
      onBroken();
      this.#failAll(new ReaderBroken(this.#isLoaded));
    });
  }

  ask<Name extends ResultQuestion>(
    id: string,
    question: Name,
    ask: ResultQuestions[Name]['ask'],
  ): Promise<ResultQuestions[Name]['answer']> {
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
    this.#failAll(new ReaderClosed());
  }

  #answered(reply: Exclude<ResultReply, ResultEvent>): void {
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if ('failure' in reply) waiting?.reject(new Error(reply.failure));
    else waiting?.resolve(reply.answer);
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
