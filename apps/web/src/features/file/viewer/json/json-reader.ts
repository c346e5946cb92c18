import type { firstRows, JsonRow } from './json-node.ts';
import type { JsonAnswer, JsonQuestion } from './json-worker.ts';

/** Raised for text that is no JSON; the message is the parser's. */
class JsonProblem extends Error {
  override readonly name = 'JsonProblem';
}

/** A JSON file held by a worker. */
export class JsonReader {
  readonly #worker = new Worker(new URL('./json-worker.ts', import.meta.url), { type: 'module', name: 'json' });
  readonly #waiting = new Map<number, (answer: JsonAnswer) => void>();
  #asked = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<JsonAnswer>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    });
  }

  /**
   * Reads and parses the file at a link.
   * @throws JsonProblem when it is no JSON; an Error with an empty message when it cannot be fetched.
   */
  async open(url: string): Promise<ReturnType<typeof firstRows>> {
    const answer = await this.#ask({ id: 0, url: new URL(url, location.origin).href });
    if ('first' in answer) return answer.first;
    throw 'failure' in answer && answer.failure === 'parse' ? new JsonProblem(answer.message) : new Error('');
  }

  async children({ path, range }: JsonRow): Promise<JsonRow[]> {
    const answer = await this.#ask({ id: 0, row: { path, ...(range && { range }) } });
    return 'children' in answer ? answer.children : [];
  }

  close(): void {
    this.#worker.terminate();
  }

  #ask(question: JsonQuestion): Promise<JsonAnswer> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      this.#worker.postMessage({ ...question, id });
    });
  }
}
