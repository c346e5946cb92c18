import type { EditKeeper, KeptEdit } from '@groma/protocol';

/** The storage of one browser: it outlives the pages, and hands what a closed page left to the next. */
export class KeptEdits {
  /** Codes of edits that could not be merged. */
  readonly aside: string[] = [];
  readonly #edits = new Map<string, KeptEdit & { generation: string; page: number }>();
  readonly #open = new Set<number>();
  #pages = 0;

  /** For one page. */
  keeper(): EditKeeper {
    this.#pages += 1;
    const page = this.#pages;
    this.#open.add(page);
    return {
      keep: async (id, generation, update) => {
        this.#edits.set(id, { id, generation, update, page });
      },
      forget: (ids) => {
        for (const id of ids) this.#edits.delete(id);
      },
      setAside: (ids, code) => {
        this.aside.push(...ids.map(() => code));
      },
      adopt: async (generation) =>
        [...this.#edits.values()].filter((edit) => edit.generation === generation && !this.#open.has(edit.page)),
      close: () => {
        this.#open.delete(page);
      },
    };
  }
}
