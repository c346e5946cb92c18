import { GromaError } from '../error/groma-error.ts';
import { widgetKind, type WholeOutput } from './output.ts';
import { modelsOf, type WidgetModels } from './widget-state.ts';

/** What the widget views of one notebook may come to in characters: each carries all the models that it is made of. */
const mostCharacters = 64 * 1024 * 1024;

/** Gives the widget views of a Jupyter notebook their models, which stand once for the whole notebook. */
export class WidgetViews {
  readonly #models: WidgetModels;
  readonly #states = new Map<string, string>();
  #characters = 0;

  constructor(models: WidgetModels) {
    this.#models = models;
  }

  /**
   * The output, where it is a view with its models.
   * @throws GromaError BAD_NOTEBOOK_TEMPLATE when the views of the notebook are too large together
   */
  withModels(output: WholeOutput): WholeOutput {
    if (output.kind !== widgetKind) return output;
    const state = this.#states.get(output.model) ?? JSON.stringify(modelsOf(output.model, (id) => this.#models[id]));
    this.#states.set(output.model, state);
    this.#characters += state.length;
    if (this.#characters > mostCharacters)
      throw new GromaError('BAD_NOTEBOOK_TEMPLATE', {
        detail: `its widgets come to more than ${mostCharacters / 1024 / 1024} MB with what they are made of.`,
      });
    return { ...output, state };
  }
}
