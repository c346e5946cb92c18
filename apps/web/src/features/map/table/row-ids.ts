/** Feature ids as the grid names its rows: by text, without a text for each of millions. */
export class RowIds implements ReadonlySet<string> {
  readonly #fids: ReadonlySet<number>;

  constructor(fids: ReadonlySet<number>) {
    this.#fids = fids;
  }

  get size(): number {
    return this.#fids.size;
  }

  has(id: string): boolean {
    return this.#fids.has(Number(id));
  }

  *values(): SetIterator<string> {
    for (const fid of this.#fids) yield String(fid);
    return undefined;
  }

  keys(): SetIterator<string> {
    return this.values();
  }

  *entries(): SetIterator<[string, string]> {
    for (const id of this.values()) yield [id, id];
    return undefined;
  }

  [Symbol.iterator](): SetIterator<string> {
    return this.values();
  }

  forEach(visit: (id: string, again: string, set: ReadonlySet<string>) => void): void {
    for (const id of this.values()) visit(id, id, this);
  }
}
