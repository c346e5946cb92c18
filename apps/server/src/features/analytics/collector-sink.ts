import { CallError, retrying } from '@groma/protocol';
import type { Log } from '../../platform/log.ts';
import { Batch } from './batch.ts';
import type { AnalyticsSink, KeptEvent } from './kept-event.ts';

const patienceMs = 10_000;

/**
 * Posts events to an HTTP collector as `{ "events": [...] }`. A collector that is away is tried again with growing
 * pauses, then those events are given up: use is never held up for the sake of counting it.
 */
export class CollectorSink implements AnalyticsSink {
  readonly #url: string;
  readonly #log: Log;
  readonly #end = new AbortController();
  readonly #batch = new Batch<KeptEvent>({ size: 100, waitMs: 1_000, most: 10_000 }, (events) => this.#post(events));

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  take(event: KeptEvent): void {
    this.#batch.add(event);
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => {
      this.#end.abort();
    }, 2_000);
    await this.#batch.flush();
    clearTimeout(timer);
  }

  async #post(events: KeptEvent[]): Promise<void> {
    try {
      await retrying(
        async () => {
          const reply = await fetch(this.#url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ events }),
            redirect: 'error',
            signal: AbortSignal.any([this.#end.signal, AbortSignal.timeout(patienceMs)]),
          });
          await reply.body?.cancel();
          if (!reply.ok) throw new CallError(reply.status, `The collector answered ${reply.status}.`);
        },
        { signal: this.#end.signal },
      );
    } catch (error) {
      this.#log.error('Events of use were not taken by the collector.', { count: events.length, error });
    }
  }
}
