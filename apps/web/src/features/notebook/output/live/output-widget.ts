import { DOMWidgetModel, DOMWidgetView } from '@jupyter-widgets/base';
import { drawOutputs } from '@groma/model';

const viewType = 'application/vnd.jupyter.widget-view+json';

/** What code writes into a place of its choice; the server keeps it as a page of Jupyter would. */
export class OutputModel extends DOMWidgetModel {
  override defaults(): Record<string, unknown> {
    return {
      ...super.defaults(),
      _model_name: 'OutputModel',
      _model_module: '@jupyter-widgets/output',
      _view_name: 'OutputView',
      _view_module: '@jupyter-widgets/output',
      msg_id: '',
      outputs: [],
    };
  }
}

/** Draws the outputs anew with each change, and keeps its height until pictures are there. */
export class OutputView extends DOMWidgetView {
  #drawn = 0;

  override render(): void {
    super.render();
    this.el.classList.add('jupyter-widgets', 'widget-output', 'jupyter-widget-output');
    this.listenTo(this.model, 'change:outputs', () => void this.#draw());
    void this.#draw();
  }

  async #draw(): Promise<void> {
    this.#drawn += 1;
    const own = this.#drawn;
    const given: unknown = this.model.get('outputs');
    const part = document.createDocumentFragment();
    for (const { outputs, widget } of runsOf(Array.isArray(given) ? given : [])) {
      if (widget !== null) part.append(await this.#widgetOf(widget));
      else part.append(document.createRange().createContextualFragment(drawOutputs(outputs)));
    }
    if (own !== this.#drawn) return;
    const { style, offsetHeight } = this.el;
    style.minHeight = `${offsetHeight}px`;
    this.el.replaceChildren(part);
    await Promise.all([...this.el.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined)));
    if (own === this.#drawn) style.minHeight = '';
  }

  async #widgetOf(id: string): Promise<Node> {
    const place = document.createElement('div');
    try {
      const view = await this.create_child_view(await this.model.widget_manager.get_model(id));
      place.append((view as DOMWidgetView).el);
      view.trigger('displayed');
    } catch {
      // A widget that is gone shows nothing.
    }
    return place;
  }
}

interface OutputRun {
  outputs: unknown[];
  widget: string | null;
}

/** Outputs that are drawn together, and widgets by themselves. */
function runsOf(outputs: readonly unknown[]): OutputRun[] {
  const runs: OutputRun[] = [];
  for (const output of outputs) {
    const data = (output as { data?: Record<string, unknown> } | null)?.data;
    const id = (data?.[viewType] as { model_id?: unknown } | undefined)?.model_id;
    const last = runs.at(-1);
    if (typeof id === 'string') runs.push({ outputs: [], widget: id });
    else if (last?.widget === null) last.outputs.push(output);
    else runs.push({ outputs: [output], widget: null });
  }
  return runs;
}
