import type { WidgetReading, WidgetsTold, WidgetUseBody } from '@groma/protocol';
import type { ToWidgetFrame, WidgetSend } from './frame-message.ts';

/** Characters of base64 that a widget sends at once: 8 MB. */
const mostBase64 = 11_200_000;
/** Messages that wait for a frame; beyond that it reads its models anew. */
const mostWaiting = 200;

export type WidgetState = 'asking' | 'live' | 'lost';
export type WidgetTrouble = { kind: 'too-large' } | { kind: 'failed'; error: unknown };

interface SessionParts {
  read(model: string): Promise<WidgetReading>;
  use(model: string, body: WidgetUseBody): Promise<'live' | 'lost'>;
  onState(state: WidgetState): void;
  onTrouble(trouble: WidgetTrouble | null): void;
}

/**
 * One widget that is shown, between its frame and the kernel: it reads the models, passes on what the kernel tells from
 * there on, and reads anew when something was missed.
 */
export class WidgetSession {
  readonly #root: string;
  readonly #parts: SessionParts;
  #tell: ((message: ToWidgetFrame) => void) | null = null;
  #waiting: ToWidgetFrame[] = [];
  #kernel: string | null = null;
  #sequence = 0;
  /** What is told while the models are on their way. */
  #early: WidgetsTold[] | null = null;
  #isStale = false;
  #isClosed = false;

  constructor(root: string, parts: SessionParts) {
    this.#root = root;
    this.#parts = parts;
  }

  /** From here on it is shown. */
  open(): void {
    this.#isClosed = false;
    void this.read();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** The frame is there. */
  connect(tell: (message: ToWidgetFrame) => void): void {
    const isMissing = this.#tell !== null || this.#waiting.length === 0;
    this.#tell = tell;
    for (const message of this.#waiting.splice(0)) tell(message);
    if (isMissing) void this.read();
  }

  /** Reads the models anew, or for the first time. */
  async read(): Promise<void> {
    if (this.#early) {
      this.#isStale = true;
      return;
    }
    this.#early = [];
    this.#isStale = false;
    const reading = await this.#parts.read(this.#root).catch((error: unknown) => ({ state: 'failed' as const, error }));
    const early = this.#early;
    this.#early = null;
    if (this.#isClosed) return;
    if (this.#isStale) return this.read();
    if (reading.state === 'failed') {
      this.#parts.onTrouble({ kind: 'failed', error: reading.error });
      return this.#parts.onState('lost');
    }
    if (reading.state === 'lost') return this.#parts.onState('lost');
    this.#kernel = reading.kernel;
    this.#sequence = reading.sequence;
    this.#toFrame({ type: 'groma-widget-models', root: this.#root, models: reading.models });
    this.#parts.onState('live');
    for (const told of early) this.hear(told);
  }

  hear(told: WidgetsTold): void {
    if (this.#early) return void this.#early.push(told);
    if (told.kernel !== this.#kernel) return;
    if (told.events === null) return void this.read();
    if (told.sequence <= this.#sequence) return;
    if (told.sequence !== this.#sequence + 1) return void this.read();
    this.#sequence = told.sequence;
    this.#toFrame({ type: 'groma-widget-events', events: told.events });
    if (told.events.some((event) => event.kind === 'close' && event.model === this.#root)) void this.read();
  }

  /** The frame needs a model that it was not told of. */
  async want(model: string): Promise<void> {
    const reading = await this.#parts.read(model).catch(() => null);
    if (this.#isClosed) return;
    this.#toFrame({
      type: 'groma-widget-models',
      root: this.#root,
      models: reading?.state === 'live' ? reading.models : {},
    });
  }

  /** Passes on what somebody does; where it is refused, the frame shows again what the kernel has. */
  async send({ message, model, data, buffers }: WidgetSend): Promise<void> {
    const kernel = this.#kernel;
    if (kernel === null) return;
    if (buffers.reduce((sum, { length }) => sum + length, 0) > mostBase64) {
      this.#parts.onTrouble({ kind: 'too-large' });
      return this.read();
    }
    try {
      const state = await this.#parts.use(model, { kernel, message, data, buffers });
      this.#parts.onTrouble(null);
      if (state === 'lost') await this.read();
    } catch (error) {
      this.#parts.onTrouble({ kind: 'failed', error });
      await this.read();
    }
  }

  /** Has a message of the frame come to nothing. */
  refuse(message: string): void {
    this.#toFrame({ type: 'groma-widget-events', events: [{ kind: 'settled', message }] });
  }

  #toFrame(message: ToWidgetFrame): void {
    if (this.#tell) return this.#tell(message);
    if (message.type === 'groma-widget-models' && Object.hasOwn(message.models, this.#root)) this.#waiting = [];
    this.#waiting.push(message);
    if (this.#waiting.length <= mostWaiting) return;
    this.#waiting = [];
  }
}
