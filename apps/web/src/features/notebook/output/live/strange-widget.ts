import { DOMWidgetModel, DOMWidgetView } from '@jupyter-widgets/base';

/** A widget that is none of Jupyter's own: what its code does in the browser is not here. */
export class StrangeModel extends DOMWidgetModel {}

/** Its name in its place. */
export class StrangeView extends DOMWidgetView {
  override render(): void {
    this.el.classList.add('jupyter-widgets', 'strange');
    this.el.textContent = String(this.model.name).replace(/Model$/, '');
  }
}
