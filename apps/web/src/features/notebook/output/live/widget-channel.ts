import type { LiveConnection, WidgetsTold } from '@groma/protocol';

/**
 * What the socket of an open notebook tells of widgets, read once for all that are shown; and what is done, in order.
 */
export class WidgetChannel {
  readonly #listeners = new Set<(told: WidgetsTold) => void>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: Pick<LiveConnection, 'onText'>) {
    connection.onText((text) => {
      const told = this.#listeners.size > 0 ? read(text) : null;
      if (told) for (const listener of this.#listeners) listener(told);
    });
  }

  /** Called with each batch; returns how to stop listening. */
  subscribe(listener: (told: WidgetsTold) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Does something when all before it is done: what a person does with one widget may go by what another holds. */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

const channels = new WeakMap<LiveConnection, WidgetChannel>();

export function widgetChannel(connection: LiveConnection): WidgetChannel {
  const channel = channels.get(connection) ?? new WidgetChannel(connection);
  channels.set(connection, channel);
  return channel;
}

function read(text: string): WidgetsTold | null {
  try {
    const told = JSON.parse(text) as Partial<WidgetsTold> | null;
    return told?.type === 'Widgets_Told' ? (told as WidgetsTold) : null;
  } catch {
    return null;
  }
}
