import { readSqlFrames, type SqlEvent } from '@groma/protocol';
import { HeldResult } from './held-result.ts';
import { resultIdOf, type CallFailure, type ResultEvent } from './result-messages.ts';

/** Code of an answer that stopped before its end, beside those of the catalogue. */
export const cutOff = 'CUT_OFF';
/** Code of a call that never reached the server. */
export const unreached = 'UNREACHED';

/** How often the growth of a result is told. */
const leastTellMs = 150;
/** After so many bytes a result waits until somebody asks for more: a query may return everything there is. */
const pauseBytes = 1024 * 1024 * 1024;

/** Takes the answer of one run: its events to the page, its rows into results. */
export class RunTaker {
  readonly #runId: string;
  readonly #results: Map<string, HeldResult>;
  readonly #tell: (event: ResultEvent) => void;
  readonly #abort = new AbortController();
  #current: { id: string; held: HeldResult } | null = null;
  #toldAt = 0;
  #pauseAt = pauseBytes;
  #goOn: (() => void) | null = null;

  constructor(runId: string, results: Map<string, HeldResult>, tell: (event: ResultEvent) => void) {
    this.#runId = runId;
    this.#results = results;
    this.#tell = tell;
  }

  /**
   * Answers null when the run came to its end, by success or a failure that was told. An answer that only stops was cut
   * off.
   */
  async run(url: string, body: string): Promise<CallFailure | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json' },
        body,
        signal: this.#abort.signal,
      });
      if (!response.ok) return await refusalOf(response);
      let hasEnded = false;
      for await (const frame of readSqlFrames(response.body!)) {
        if ('event' in frame) this.#take(frame.event);
        else await this.#grow(frame.arrow);
        hasEnded ||= 'event' in frame && frame.event.type === 'end';
      }
      return hasEnded ? null : { message: '', code: cutOff, details: {}, wasStopped: false };
    } catch (error) {
      return {
        message: error instanceof Error ? error.message : String(error),
        code: null,
        details: {},
        wasStopped: this.#abort.signal.aborted,
      };
    }
  }

  stop(): void {
    this.#abort.abort();
    this.#goOn?.();
  }

  resume(): void {
    this.#pauseAt = (this.#current?.held.bytes ?? 0) + pauseBytes;
    this.#goOn?.();
  }

  #take(said: SqlEvent): void {
    if (said.type === 'query_metadata') {
      const id = resultIdOf(this.#runId, said.index);
      this.#current = { id, held: new HeldResult(said.columns) };
      this.#results.set(id, this.#current.held);
      this.#pauseAt = pauseBytes;
      this.#toldAt = 0;
    }
    this.#tell({ event: 'told', runId: this.#runId, said });
  }

  async #grow(bytes: Uint8Array): Promise<void> {
    if (!this.#current) return;
    const { id, held } = this.#current;
    held.take(bytes);
    if (held.bytes >= this.#pauseAt) {
      this.#tell({ event: 'grew', resultId: id, rows: held.count, isPaused: true });
      await new Promise<void>((resolve) => {
        this.#goOn = resolve;
      });
      this.#goOn = null;
      this.#abort.signal.throwIfAborted();
    }
    if (performance.now() - this.#toldAt < leastTellMs) return;
    this.#toldAt = performance.now();
    this.#tell({ event: 'grew', resultId: id, rows: held.count, isPaused: false });
  }
}

export async function refusalOf(response: Response): Promise<CallFailure> {
  const found = (await response.json().catch(() => ({}))) as Partial<CallFailure>;
  return {
    message: found.message ?? response.statusText,
    code: found.code ?? null,
    details: found.details ?? {},
    wasStopped: false,
  };
}
