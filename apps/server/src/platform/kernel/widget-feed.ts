import type { WidgetBatch, WidgetEvent } from '@groma/model';

const pauseMs = 40;
/** Characters that are told in a second, over a longer time. */
const perSecond = 4_000_000;
/** A batch above this is left out. */
const mostCharacters = 8_000_000;

/**
 * Gathers what a kernel's widgets do into batches, with a pause after each that grows with its size. Of several changes
 * of one model the last values are told, in the place of the last; what answers a person's message stays as it is.
 */
export class WidgetFeed {
  readonly #send: (batch: WidgetBatch) => void;
  readonly #events = new Map<number, WidgetEvent>();
  /** The last event of each model. */
  readonly #latest = new Map<string, number>();
  #count = 0;
  #sequence = 0;
  #timer: NodeJS.Timeout | null = null;
  #restUntil = 0;

  constructor(send: (batch: WidgetBatch) => void) {
    this.#send = send;
  }

  get sequence(): number {
    return this.#sequence;
  }

  add(event: WidgetEvent): void {
    let added = event;
    if (event.kind !== 'settled') {
      const before = this.#latest.get(event.model);
      const known = before === undefined ? undefined : this.#events.get(before);
      if (before !== undefined && known?.kind === 'update' && event.kind === 'update' && isOwn(known) && isOwn(event)) {
        this.#events.delete(before);
        const kept = known.buffers.filter(({ path }) => !replaces(event, String(path[0])));
        added = { ...event, state: { ...known.state, ...event.state }, buffers: [...kept, ...event.buffers] };
      }
      this.#latest.set(event.model, this.#count);
    }
    this.#events.set(this.#count, added);
    this.#count += 1;
    this.#timer ??= setTimeout(() => this.flush(), Math.max(pauseMs, this.#restUntil - performance.now()));
  }

  /** Tells what there is, at once. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#events.size === 0) return;
    const events = [...this.#events.values()];
    this.#events.clear();
    this.#latest.clear();
    this.#sequence += 1;
    const size = events.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
    this.#restUntil = performance.now() + (size / perSecond) * 1_000;
    this.#send({ sequence: this.#sequence, events: size > mostCharacters ? null : events });
  }
}

type Update = Extract<WidgetEvent, { kind: 'update' }>;

function isOwn({ answers }: Update): boolean {
  return answers === undefined;
}

function replaces({ state, buffers }: Update, place: string): boolean {
  return Object.hasOwn(state, place) || buffers.some(({ path }) => String(path[0]) === place);
}
