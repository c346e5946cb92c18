import type { TurnBack } from './edit-history.ts';

type Styles<Style> = Readonly<Record<string, Style>>;

export interface StyleEditsHandlers<Style> {
  read(): Styles<Style>;
  show(styles: Styles<Style>): void;
  /** Keeps a change on the server. False where it was refused, which has been said and put right then. */
  keep(layerId: string, change: Partial<Style>): Promise<boolean>;
  remember(turnBack: TurnBack): void;
}

/** Changes of one layer that wait to be kept, with what stood there before them. */
interface Waiting<Style> {
  change: Partial<Style>;
  before: Partial<Style>;
  timer: ReturnType<typeof setTimeout>;
}

/** Time without a change after which styles are sent (MAP-098). */
export const styleDelayMs = 1_500;

/** Changes of styles: shown at once, kept when the person rests, undone as one step. */
export class StyleEdits<Style extends object> {
  readonly #handlers: StyleEditsHandlers<Style>;
  readonly #waiting = new Map<string, Waiting<Style>>();

  constructor(handlers: StyleEditsHandlers<Style>) {
    this.#handlers = handlers;
  }

  change(layerId: string, change: Partial<Style>): void {
    const style = this.#handlers.read()[layerId];
    if (!style) return;
    const waiting = this.#waiting.get(layerId) ?? this.#begin(layerId);
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => {
      void this.flush(layerId);
    }, styleDelayMs);
    Object.assign(waiting.before, { ...fieldsOf(style, change), ...waiting.before });
    Object.assign(waiting.change, change);
    this.#show(layerId, change);
  }

  /** Whether something waits to be kept. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Keeps what waits, of one layer or of all. */
  async flush(layerId?: string): Promise<void> {
    const ids = layerId === undefined ? [...this.#waiting.keys()] : [layerId];
    await Promise.all(
      ids.map(async (id) => {
        const waiting = this.#waiting.get(id);
        if (!waiting) return;
        clearTimeout(waiting.timer);
        this.#waiting.delete(id);
        await this.#handlers.keep(id, waiting.change);
      }),
    );
  }

  /** Styles as the server tells them, with what waits here over them. */
  over(styles: Styles<Style>): Styles<Style> {
    const merged: Record<string, Style> = { ...styles };
    for (const [id, { change }] of this.#waiting) if (merged[id]) merged[id] = { ...merged[id], ...change };
    return merged;
  }

  #begin(layerId: string): Waiting<Style> {
    const waiting: Waiting<Style> = { change: {}, before: {}, timer: setTimeout(() => undefined) };
    this.#waiting.set(layerId, waiting);
    this.#handlers.remember(async () => {
      await this.flush(layerId);
      return this.#turnBack(layerId, waiting.before);
    });
    return waiting;
  }

  /** Puts fields back as they were; those that were not changed stay as others have made them. */
  async #turnBack(layerId: string, before: Partial<Style>): Promise<TurnBack | null> {
    const style = this.#handlers.read()[layerId];
    if (!style) return null;
    const back = fieldsOf(style, before);
    this.#show(layerId, before);
    return (await this.#handlers.keep(layerId, before)) ? () => this.#turnBack(layerId, back) : null;
  }

  #show(layerId: string, change: Partial<Style>): void {
    const styles = this.#handlers.read();
    const style = styles[layerId];
    if (style) this.#handlers.show({ ...styles, [layerId]: { ...style, ...change } });
  }
}

function fieldsOf<Style extends object>(style: Style, fields: Partial<Style>): Partial<Style> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, style[name as keyof Style]])) as Partial<Style>;
}
