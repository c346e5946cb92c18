import { modelsOf, type WidgetModel } from '@groma/model';

interface Find {
  (id: string): WidgetModel | undefined;
}

/** Which widgets were shown, of which models each is made, and which have changed since they were told. */
export class ShownWidgets {
  readonly #find: Find;
  readonly #onGone: (id: string) => void;
  /** The text that stands for each, and the ids that it refers to. */
  readonly #views = new Map<string, { text: string | undefined; ids: Set<string> }>();
  /** The views that are made of a model. */
  readonly #viewsOf = new Map<string, Set<string>>();
  readonly #stale = new Set<string>();
  readonly #closed = new Set<string>();

  /** `onGone` is called with each model that no view is made of any more. */
  constructor(find: Find, onGone: (id: string) => void) {
    this.#find = find;
    this.#onGone = onGone;
  }

  get isStale(): boolean {
    return this.#stale.size > 0;
  }

  show(view: string, text: string | undefined): void {
    const ids = this.#views.get(view)?.ids ?? new Set();
    this.#views.set(view, { text, ids });
    this.#closed.delete(view);
    this.#index(view);
  }

  /** True when a view is made of the model. */
  has(id: string): boolean {
    return this.#viewsOf.has(id);
  }

  /** A view that is made of the model, if there is one. */
  viewOf(id: string): string | undefined {
    return this.#viewsOf.get(id)?.values().next().value;
  }

  /** Marks the views that are made of a model, which may now refer to others. */
  age(id: string, mayReferToOthers: boolean): void {
    for (const view of this.#viewsOf.get(id) ?? []) {
      if (mayReferToOthers) this.#index(view);
      this.#stale.add(view);
    }
  }

  /** The view is forgotten once its last change is told. */
  close(view: string): void {
    if (this.#stale.has(view)) this.#closed.add(view);
    else this.#remove(view);
  }

  /** Has each view told that has changed, with its text. */
  publishStale<Told>(tell: (view: string, text: string | undefined) => Told): Told[] {
    const told = [...this.#stale].map((view) => tell(view, this.#views.get(view)?.text));
    this.#stale.clear();
    for (const view of this.#closed) this.#remove(view);
    this.#closed.clear();
    return told;
  }

  #remove(view: string): void {
    const known = this.#views.get(view);
    this.#views.delete(view);
    for (const id of known?.ids ?? []) this.#unlink(id, view);
  }

  #index(view: string): void {
    const known = this.#views.get(view);
    if (!known) return;
    const before = known.ids;
    known.ids = new Set();
    modelsOf(view, (id) => {
      known.ids.add(id);
      return this.#find(id);
    });
    for (const id of known.ids) {
      const views = this.#viewsOf.get(id) ?? new Set();
      this.#viewsOf.set(id, views.add(view));
    }
    for (const id of before) if (!known.ids.has(id)) this.#unlink(id, view);
  }

  #unlink(id: string, view: string): void {
    const views = this.#viewsOf.get(id);
    views?.delete(view);
    if (views?.size !== 0) return;
    this.#viewsOf.delete(id);
    this.#onGone(id);
  }
}
