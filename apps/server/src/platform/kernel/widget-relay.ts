import type { WidgetModels } from '@groma/model';
import type { JupyterClient } from './jupyter-client.ts';
import type { JupyterMessage } from './jupyter-message.ts';
import type { WidgetFeed } from './widget-feed.ts';
import type { WidgetModelStore } from './widget-model-store.ts';
import type { WidgetQuestion, WidgetUse } from './widget-question.ts';

interface Pending {
  use: WidgetUse;
  /** What the message sets and the kernel has not told again. */
  untold: Set<string>;
}

/** What is kept for everybody of what somebody has set, if the kernel does not tell it again; a file may be larger. */
const mostKeptBase64 = 1_000_000;
/** Messages that the kernel has not dealt with. Each model of a page sends one at a time. */
const mostPending = 1_000;

/** Passes on to a kernel what people do with its widgets, and to them what becomes of it. */
export class WidgetRelay {
  readonly #store: WidgetModelStore;
  readonly #feed: WidgetFeed;
  readonly #onOutput: (view: string | undefined, message: JupyterMessage) => void | Promise<void>;
  /** By the kernel's id of each message. */
  readonly #pending = new Map<string, Pending>();
  readonly #settling = new Map<string, Promise<void>>();

  /** `onOutput` takes what code says while it deals with a message to a model of a view. */
  constructor(
    store: WidgetModelStore,
    feed: WidgetFeed,
    onOutput: (view: string | undefined, message: JupyterMessage) => void | Promise<void>,
  ) {
    this.#store = store;
    this.#feed = feed;
    this.#onOutput = onOutput;
  }

  /** Takes what the kernel tells of its widgets. */
  take(message: JupyterMessage): void {
    const pending = this.#pending.get(message.parentId);
    this.#store.take(message, pending?.use.message);
    if (!pending || message.type !== 'comm_msg') return;
    const { comm_id: id, data } = message.content() as { comm_id?: unknown; data?: { state?: object } };
    if (id === pending.use.model) for (const name of Object.keys(data?.state ?? {})) pending.untold.delete(name);
  }

  /** Null when the widget is not there, or not any more. */
  async ask(client: JupyterClient, question: WidgetQuestion): Promise<Record<string, unknown> | null> {
    switch (question.ask) {
      case 'read':
        return this.#read(question.model);
      case 'use':
        return this.#use(client, question.use) ? {} : null;
      case 'settle':
        await this.#settling.get(question.message);
        return {};
    }
  }

  #read(model: string): { sequence: number; models: WidgetModels } | null {
    if (!this.#store.isOpen(model)) return null;
    this.#feed.flush();
    return { sequence: this.#feed.sequence, models: this.#store.modelsFor(model) };
  }

  #use(client: JupyterClient, use: WidgetUse): boolean {
    if (!this.#store.isOpen(use.model) || this.#pending.size >= mostPending) return false;
    const view = this.#store.viewOf(use.model);
    const { id, dealtWith } = client.useWidget(
      { comm_id: use.model, data: use.data },
      use.buffers.map((buffer) => Buffer.from(buffer, 'base64')),
      (message) => this.#onOutput(view, message),
    );
    const state = use.data.method === 'update' ? use.data.state : {};
    const places = use.data.method === 'update' ? use.data.buffer_paths.map(([place]) => String(place)) : [];
    this.#pending.set(id, { use, untold: new Set([...Object.keys(state), ...places]) });
    this.#settling.set(
      use.message,
      dealtWith.then(
        () => this.#settle(id),
        () => undefined,
      ),
    );
    return true;
  }

  /** What the kernel has taken without a word, as one without echoes does, is told by this end. */
  #settle(id: string): void {
    const { use, untold } = this.#pending.get(id)!;
    this.#pending.delete(id);
    this.#settling.delete(use.message);
    const { data, buffers } = use;
    const size = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    if (data.method === 'update' && untold.size > 0 && size <= mostKeptBase64 && this.#store.isOpen(use.model)) {
      const state = Object.fromEntries(Object.entries(data.state).filter(([name]) => untold.has(name)));
      const kept = data.buffer_paths
        .map((path, i) => ({ path, i }))
        .filter(({ path: [name] }) => untold.has(String(name)));
      this.#store.set(
        use.model,
        state,
        kept.map(({ path }) => path),
        kept.map(({ i }) => Buffer.from(buffers[i] ?? '', 'base64')),
        use.message,
      );
    }
    this.#feed.add({ kind: 'settled', message: use.message });
  }
}
