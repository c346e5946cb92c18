import { SqlError } from '../engine.ts';

/** What stands in a statement in the place of what a person wrote. Each file `path` is read from its `copy`. */
export interface Substitute {
  start: number;
  end: number;
  text: string;
  copies: readonly { path: string; copy: string }[];
  notices: readonly string[];
}

/** A statement as it is run, which says places and paths as in the text that a person wrote. */
export class PlacedStatement {
  /** What is run. */
  readonly sql: string;
  readonly notices: string[];
  readonly #substitutes: readonly Substitute[];
  #written: PlacedStatement | null = null;

  constructor(statement: string, substitutes: readonly Substitute[]) {
    this.#substitutes = substitutes.toSorted((one, other) => one.start - other.start);
    this.notices = [...new Set(substitutes.flatMap(({ notices }) => notices))];
    let [sql, at] = ['', 0];
    for (const { start, end, text } of this.#substitutes) {
      sql += statement.slice(at, start) + text;
      at = end;
    }
    this.sql = sql + statement.slice(at);
  }

  /** The statement stood itself in the place of another. */
  of(written: PlacedStatement): this {
    this.#written = written;
    return this;
  }

  /** A failure of what was run, as one of what was written. */
  restored({ failure }: SqlError): SqlError {
    const detail = this.#substitutes
      .flatMap(({ copies }) => copies)
      .reduce((text, { path, copy }) => text.replaceAll(copy, path), failure.detail);
    const restored = new SqlError({
      ...failure,
      detail,
      ...(failure.position !== undefined && { position: this.#placeOf(failure.position) }),
    });
    return this.#written?.restored(restored) ?? restored;
  }

  #placeOf(position: number): number {
    let moved = 0;
    for (const { start, end, text } of this.#substitutes) {
      if (position < start + moved) break;
      if (position < start + moved + text.length) return start;
      moved += text.length - (end - start);
    }
    return position - moved;
  }
}
