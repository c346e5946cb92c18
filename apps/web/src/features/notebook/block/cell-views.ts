import type { EditorView } from '@codemirror/view';

type Listener = (blockId: string, view: EditorView) => void;

/** The editors of the code blocks that are drawn, by block id. */
export class CellViews extends Map<string, EditorView> {
  readonly #listeners = new Set<Listener>();
  readonly #bring: (blockId: string) => boolean;

  /** `bring` draws a block that is not drawn yet. */
  constructor(bring: (blockId: string) => boolean = () => false) {
    super();
    this.#bring = bring;
  }

  override set(blockId: string, view: EditorView): this {
    super.set(blockId, view);
    for (const listener of this.#listeners) listener(blockId, view);
    return this;
  }

  /** Tells of each editor that is made; returns how to end it. */
  onMade(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Has a block drawn that is far from what is in sight. False when it is drawn already. */
  bring(blockId: string): boolean {
    return !this.has(blockId) && this.#bring(blockId);
  }
}
