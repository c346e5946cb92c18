import type { WidgetModel } from '@jupyter-widgets/base';
import { invoke, modelFor } from './any-front.ts';

const reference = 'anywidget:';

/** What the module of an anywidget exports. */
interface AnyDefinition {
  /** Once for a model: gives what ends it, or what it offers to other widgets. */
  initialize?(parts: object): unknown;
  /** Once for each place it is shown in: gives what ends it. */
  render?(parts: object): unknown;
}

/** What the module of a widget has begun, until it is replaced by another. */
interface AnyRun {
  definition: AnyDefinition;
  /** What `initialize` gives for other widgets. */
  exports: unknown;
}

/** The module of one model: it begins with the model, and anew when its text changes. */
class AnyModule {
  /** Fails where the module does. */
  begun: Promise<AnyRun>;
  readonly #model: WidgetModel;
  #end = new AbortController();

  constructor(model: WidgetModel) {
    this.#model = model;
    this.begun = this.#start();
    this.#dress();
    model.on('change:_css', () => this.#dress(), this);
    model.on(
      'change:_esm',
      () => {
        this.#end.abort();
        this.#end = new AbortController();
        this.begun = this.#start();
      },
      this,
    );
    model.once('destroy', () => {
      this.#end.abort();
      model.off(null as never, null as never, this);
    });
  }

  /** A module that fails says so where it is drawn. */
  #start(): Promise<AnyRun> {
    const begun = this.#begin();
    begun.catch(() => undefined);
    return begun;
  }

  async #begin(): Promise<AnyRun> {
    const { signal } = this.#end;
    const definition = await readExports(String(this.#model.get('_esm') ?? ''));
    const given: unknown = signal.aborted
      ? undefined
      : await definition.initialize?.({
          model: modelFor(this.#model, signal),
          signal,
          experimental: { invoke: invoke.bind(null, this.#model) },
        });
    if (typeof given !== 'function') return { definition, exports: given };
    afterwards(signal, given as () => unknown);
    return { definition, exports: undefined };
  }

  /** All widgets of one class have one style. */
  #dress(): void {
    const id = `anywidget ${String(this.#model.get('_anywidget_id') ?? this.#model.model_id)}`;
    const css = String(this.#model.get('_css') ?? '');
    let style = document.getElementById(id);
    if (!style && css === '') return;
    if (!style) {
      style = document.createElement('style');
      style.id = id;
      document.head.append(style);
    }
    style.textContent = css;
  }
}

const modules = new WeakMap<WidgetModel, AnyModule>();

/** The module of a model, which begins with its first use. */
export function moduleOf(model: WidgetModel): AnyModule {
  const known = modules.get(model) ?? new AnyModule(model);
  modules.set(model, known);
  return known;
}

/** Draws a model into an element until `signal` ends it. */
export async function drawInto(model: WidgetModel, el: HTMLElement, signal: AbortSignal): Promise<void> {
  const { definition } = await moduleOf(model).begun;
  if (signal.aborted) return;
  const end: unknown = await definition.render?.({
    model: modelFor(model, signal),
    el,
    signal,
    host: new AnyHost(model, signal),
    experimental: { invoke: invoke.bind(null, model) },
  });
  if (typeof end === 'function') afterwards(signal, end as () => unknown);
}

/** Has what a module leaves for its end done, now if that has come. */
function afterwards(signal: AbortSignal, end: () => unknown): void {
  const finish = () =>
    void Promise.resolve()
      .then(end)
      .catch(() => undefined);
  if (signal.aborted) finish();
  else signal.addEventListener('abort', finish, { once: true });
}

/** The other widgets that the state of one names, as `anywidget:` and the id. */
class AnyHost {
  readonly #model: WidgetModel;
  readonly #signal: AbortSignal;

  constructor(model: WidgetModel, signal: AbortSignal) {
    this.#model = model;
    this.#signal = signal;
  }

  async getModel(name: unknown): Promise<object> {
    return modelFor(await this.#find(name), this.#signal);
  }

  async getWidget(name: unknown): Promise<object> {
    const model = await this.#find(name);
    const { exports } = await moduleOf(model).begun;
    return {
      exports,
      render: ({ el, signal = this.#signal }: { el: HTMLElement; signal?: AbortSignal }) => drawInto(model, el, signal),
    };
  }

  #find(name: unknown): Promise<WidgetModel> {
    if (typeof name !== 'string' || !name.startsWith(reference)) throw new Error(`This names no widget: ${name}`);
    return this.#model.widget_manager.get_model(name.slice(reference.length));
  }
}

/**
 * Runs the text of a module, or the module at an address, and gives what it exports as anywidget reads it.
 * @throws Error when it does not run or exports nothing to draw with
 */
async function readExports(text: string): Promise<AnyDefinition> {
  const isAddress = /^https?:\/\//.test(text);
  const address = isAddress ? text : URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    const given = (await import(/* @vite-ignore */ address)) as { render?: unknown; default?: unknown };
    if (typeof given.render === 'function') return { render: given.render as AnyDefinition['render'] & object };
    const definition: unknown =
      typeof given.default === 'function' ? await (given.default as () => unknown)() : given.default;
    if (typeof definition !== 'object' || definition === null) throw new Error('The module has no default export.');
    return definition;
  } finally {
    if (!isAddress) URL.revokeObjectURL(address);
  }
}
