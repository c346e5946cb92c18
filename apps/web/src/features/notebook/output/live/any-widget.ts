import { DOMWidgetModel, DOMWidgetView } from '@jupyter-widgets/base';
import { drawInto, moduleOf } from './any-module.ts';

/** The model of a widget that brings its own code for the browser, as anywidget has it. */
export class AnyModel extends DOMWidgetModel {
  override initialize(...given: Parameters<DOMWidgetModel['initialize']>): void {
    super.initialize(...given);
    moduleOf(this);
  }

  /** What the code sends waits for the module to listen. */
  // oxlint-disable-next-line no-underscore-dangle -- the name is Jupyter's
  override async _handle_comm_msg(message: Parameters<DOMWidgetModel['_handle_comm_msg']>[0]): Promise<void> {
    const { method } = message.content.data as { method?: unknown };
    if (method === 'custom') await moduleOf(this).begun.catch(() => undefined);
    // oxlint-disable-next-line no-underscore-dangle
    return super._handle_comm_msg(message);
  }

  /** Bytes stay bytes. */
  override serialize(state: Record<string, unknown>): ReturnType<DOMWidgetModel['serialize']> {
    const own = Object.entries(state).filter(([name]) => name !== 'layout' && name !== 'style');
    const rest = Object.fromEntries(Object.entries(state).filter(([name]) => name === 'layout' || name === 'style'));
    const copied = Object.fromEntries(own.map(([name, value]) => [name, structuredClone(value)]));
    return { ...super.serialize(rest), ...copied } as ReturnType<DOMWidgetModel['serialize']>;
  }
}

/** What the parts of a failure are called. */
interface NamesHost {
  readonly names: { failed: string };
}

/** Draws the widget by its module, and anew with another text of that. */
export class AnyView extends DOMWidgetView {
  #end = new AbortController();

  override render(): void {
    super.render();
    this.listenTo(this.model, 'change:_esm', () => void this.#draw());
    void this.#draw();
  }

  override remove(): ReturnType<DOMWidgetView['remove']> {
    this.#end.abort();
    return super.remove();
  }

  async #draw(): Promise<void> {
    this.#end.abort();
    this.#end = new AbortController();
    const { signal } = this.#end;
    this.el.replaceChildren();
    this.el.classList.remove('strange');
    try {
      await drawInto(this.model, this.el, signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const { names } = this.model.widget_manager as unknown as NamesHost;
    const reason = document.createElement('pre');
    reason.textContent = String(error).replaceAll(/:?\s*blob:\S+/g, '');
    this.el.replaceChildren(names.failed, reason);
    this.el.classList.add('strange');
  }
}
