import { escapeHtml as escape } from './escape-html.ts';
import { drawControl } from './widget-control.ts';
import { drawOutputs } from './widget-outputs.ts';
import { readWidgetModels, referredModel, type WidgetModel, type WidgetModels } from './widget-state.ts';

/**
 * A widget as HTML; `unknown` are the names of the widgets that cannot be drawn, each once, and `scripted` of those
 * that only the code draws which they bring (anywidget). Empty HTML when nothing is known of it.
 */
export interface WidgetPage {
  html: string;
  unknown: string[];
  scripted: string[];
}

const coreModules = new Set(['@jupyter-widgets/controls', '@jupyter-widgets/output', '@jupyter-widgets/base']);
const mostDrawn = 2_000;
const deepest = 30;

const style = `.w{display:flex;gap:6px;font:13px/1.5 var(--font-ui,system-ui,sans-serif)}.w *{box-sizing:border-box}.w-v{flex-direction:column}.w-h{flex-flow:row wrap;align-items:center;column-gap:20px}.w-g{display:grid}
.w-row{display:flex;gap:8px;align-items:center;min-block-size:28px;max-inline-size:100%}.w-name{color:var(--text-2,#666);flex:none;min-inline-size:80px;max-inline-size:50%;overflow-wrap:anywhere}
.w-field{border:1px solid var(--line-strong,#999);border-radius:4px;padding:2px 8px;min-inline-size:120px;min-block-size:26px;white-space:pre-wrap;overflow-wrap:anywhere}.w-field.list{padding:0}.w-field.list>*{display:block;padding:1px 8px}
.w-track{position:relative;inline-size:180px;max-inline-size:50vw;block-size:4px;border-radius:2px;background:var(--line-strong,#999)}.w-track i{position:absolute;inset-block:0;background:var(--accent-text,#2a7f86);border-radius:2px}
.w-track b{position:absolute;inset-block-start:-4px;inline-size:12px;block-size:12px;margin-inline-start:-6px;border-radius:50%;background:var(--accent-text,#2a7f86)}.w-bar{block-size:14px;overflow:hidden}
.w-button{display:inline-block;align-self:start;border:1px solid var(--line-strong,#999);border-radius:4px;padding:2px 12px;background:var(--bg-panel,#8882)}.w-on{background:var(--accent-text,#2a7f86);border-color:transparent;color:var(--bg-surface,#fff)}.w-tag{border-radius:10px;padding:0 8px;background:var(--bg-panel,#8882);border:1px solid var(--line,#ccc)}
.w-colour{display:inline-block;inline-size:20px;block-size:20px;border-radius:4px;border:1px solid var(--line-strong,#999)}.w details{border:1px solid var(--line,#ccc);border-radius:4px;padding:4px 10px}.w summary{cursor:pointer;font-weight:500}.w pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}.w .stderr{border-inline-start:3px solid #c0392b;padding-inline-start:8px}
.w-unknown{color:var(--text-2,#666);border:1px dashed var(--line-strong,#999);border-radius:4px;padding:2px 8px}.w img,.w video{max-inline-size:100%}`;

/**
 * Draws a widget of Jupyter as it stood, from its saved models: controls show their values and cannot be used. HTML
 * that the code itself gave is in it as it is, so that it belongs into a frame of another origin.
 */
export function widgetPage(model: string, state: string): WidgetPage {
  const models = readWidgetModels(state);
  if (!models[model]) return { html: '', unknown: [], scripted: [] };
  const [unknown, scripted] = [new Set<string>(), new Set<string>()];
  const html = new Drawing(models, unknown, scripted).draw(model, 0);
  return {
    html: `<style>${style}</style><div class="w w-v">${html}</div>`,
    unknown: [...unknown],
    scripted: [...scripted],
  };
}

class Drawing {
  readonly #models: WidgetModels;
  readonly #unknown: Set<string>;
  readonly #scripted: Set<string>;
  #count = 0;

  constructor(models: WidgetModels, unknown: Set<string>, scripted: Set<string>) {
    this.#models = models;
    this.#unknown = unknown;
    this.#scripted = scripted;
  }

  draw(id: string, depth: number): string {
    const model = this.#models[id];
    this.#count += 1;
    if (!model || depth > deepest || this.#count > mostDrawn) return '';
    const layout = this.#styleOf(model.state['layout']);
    if (layout === null) return '';
    const html = coreModules.has(model.model_module) ? this.#drawCore(model, depth) : null;
    if (html !== null) return layout === '' ? html : `<div style="${escape(layout)}">${html}</div>`;
    const name = nameOf(model);
    (isScripted(model) ? this.#scripted : this.#unknown).add(name);
    return `<div class="w-unknown">${escape(name)}</div>`;
  }

  #drawCore(model: WidgetModel, depth: number): string | null {
    const { state } = model;
    const children = (Array.isArray(state['children']) ? state['children'] : [])
      .map((child: unknown) => referredModel(child))
      .filter((id) => id !== null);
    const drawn = (): string => children.map((id) => this.draw(id, depth + 1)).join('');
    switch (model.model_name) {
      case 'HBoxModel':
        return `<div class="w w-h">${drawn()}</div>`;
      case 'BoxModel':
      case 'VBoxModel':
        return `<div class="w w-v">${drawn()}</div>`;
      case 'GridBoxModel':
        return `<div class="w w-g" style="${escape(this.#gridOf(state['layout']))}">${drawn()}</div>`;
      case 'StackModel': {
        const chosen = children[Number(state['selected_index'] ?? -1)];
        return chosen === undefined ? '' : this.draw(chosen, depth + 1);
      }
      case 'TabModel':
      case 'AccordionModel': {
        const titles = Array.isArray(state['titles']) ? state['titles'] : [];
        return children
          .map(
            (id, i) =>
              `<details${i === state['selected_index'] ? ' open' : ''}><summary>${escape(String(titles[i] || i + 1))}</summary>${this.draw(id, depth + 1)}</details>`,
          )
          .join('');
      }
      case 'OutputModel':
        return drawOutputs(state['outputs']);
      default:
        return drawControl(model);
    }
  }

  #styleOf(layout: unknown): string | null {
    const state = this.#models[referredModel(layout) ?? '']?.state ?? {};
    if (state['display'] === 'none') return null;
    return declarations(state, [
      'width',
      'height',
      'min_width',
      'max_width',
      'min_height',
      'max_height',
      'margin',
      'padding',
      'border_top',
      'border_bottom',
      'border_left',
      'border_right',
      'overflow',
      'flex',
      'align_self',
      'grid_area',
      'visibility',
    ]);
  }

  #gridOf(layout: unknown): string {
    return declarations(this.#models[referredModel(layout) ?? '']?.state ?? {}, [
      'grid_template_columns',
      'grid_template_rows',
      'grid_template_areas',
      'grid_gap',
      'grid_auto_flow',
      'grid_auto_columns',
      'grid_auto_rows',
    ]);
  }
}

function isScripted({ model_module: module, state }: WidgetModel): boolean {
  return module === 'anywidget' && typeof state['_esm'] === 'string';
}

/** Widgets that bring their code have one model name, and are known by that of their class. */
function nameOf({ model_name: name, state }: WidgetModel): string {
  const id = state['_anywidget_id'];
  return (typeof id === 'string' && id.split('.').at(-1)) || name.replace(/Model$/, '');
}

function declarations(state: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const value = state[name];
      return typeof value === 'string' && value !== '' && !/[;{}]/.test(value)
        ? [`${name.replaceAll('_', '-')}:${value}`]
        : [];
    })
    .join(';');
}
