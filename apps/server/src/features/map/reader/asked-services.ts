import type { ToolServices } from '@groma/geo';
import type { ToolServiceName } from '@groma/model';
import { receivedError } from './thread-error.ts';
import type { FromWorker, ToWorker } from './worker-tasks.ts';

/** The services of the server as a tool in the thread has them: each question is a message, and so is its answer. */
export class AskedServices {
  readonly services: ToolServices = {
    routing: {
      isochrones: (asked) => this.#ask('routing', 'isochrones', asked),
      route: (asked) => this.#ask('routing', 'route', asked),
      matrix: (asked) => this.#ask('routing', 'matrix', asked),
    },
    imagery: {
      zones: (asked) => this.#ask('imagery', 'zones', asked),
      bands: (asked) => this.#ask('imagery', 'bands', asked),
      sample: (asked) => this.#ask('imagery', 'sample', asked),
    },
    forest: { screen: (asked) => this.#ask('forest', 'screen', asked) },
    series: {
      scenes: (asked) => this.#ask('series', 'scenes', asked),
      measure: (asked) => this.#ask('series', 'measure', asked),
    },
  };
  readonly #send: (message: FromWorker) => void;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #nextId = 1;

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  receive(message: Extract<ToWorker, { kind: 'told' | 'refused' }>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'told') waiting?.resolve(message.value);
    else waiting?.reject(receivedError(message));
  }

  #ask<Answer>(service: ToolServiceName, method: string, input: unknown): Promise<Answer> {
    return new Promise<unknown>((resolve, reject) => {
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve, reject });
      this.#send({ kind: 'ask', id, service, method, input });
    }) as Promise<Answer>;
  }
}
