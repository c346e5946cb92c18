import type { LayerEvent, LayerQuestions, Question, WorkerReply, WorkerRequest } from './layer-messages.ts';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Something a layer's worker could not do; `code` is of the catalogue where the server said so. */
export class LayerError extends Error {
  override readonly name = 'LayerError';
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** The page's side of the worker that holds the layers of a map. */
export class LayerReader {
  readonly #worker = new Worker(new URL('./layer-worker.ts', import.meta.url), { type: 'module', name: 'layers' });
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(onEvent: (event: LayerEvent) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if ('event' in data) onEvent(data);
      else this.#answered(data);
    });
    this.#worker.addEventListener('error', (event) => {
      this.#failAll(event.message);
    });
  }

  ask<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer']> {
    this.#last += 1;
    const request: WorkerRequest<Name> = { number: this.#last, layerId, question, ask };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.number, { resolve: resolve as Waiting['resolve'], reject });
      this.#worker.postMessage(request, []);
    });
  }

  close(): void {
    this.#worker.terminate();
    this.#failAll('The map was closed.');
  }

  #answered(reply: Exclude<WorkerReply, LayerEvent>): void {
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if ('failure' in reply) waiting?.reject(new LayerError(reply.failure.message, reply.failure.code));
    else waiting?.resolve(reply.answer);
  }

  #failAll(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new LayerError(message, null));
    this.#waiting.clear();
  }
}
