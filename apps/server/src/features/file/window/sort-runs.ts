import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { SortedRow } from '@groma/geo';

const rowsOfRun = 300_000;
const readBytes = 256 * 1024;

/** Sorts more rows than the heap holds: sorted runs go to disk and are merged. */
export class SortRuns {
  readonly #order: (first: SortedRow, second: SortedRow) => number;
  readonly #target: string;
  readonly #files: string[] = [];
  #rows: SortedRow[] = [];

  constructor(target: string, order: (first: SortedRow, second: SortedRow) => number) {
    this.#target = target;
    this.#order = order;
  }

  add(row: SortedRow): void {
    this.#rows.push(row);
    if (this.#rows.length === rowsOfRun) this.#writeRun();
  }

  /** The places of all rows in order. The runs are gone afterwards. */
  *sorted(): Generator<number> {
    const last = this.#rows.sort(this.#order);
    if (this.#files.length === 0) {
      for (const { place } of last) yield place;
      return;
    }
    this.#rows = [];
    const sources = [...this.#files.map(readRun), last[Symbol.iterator]()];
    yield* merge(sources, this.#order);
    for (const file of this.#files) rmSync(file);
  }

  #writeRun(): void {
    const file = `${this.#target}-run-${this.#files.length}`;
    const descriptor = openSync(file, 'w');
    const rows = this.#rows.sort(this.#order);
    for (let at = 0; at < rows.length; at += 5_000) {
      writeSync(
        descriptor,
        rows
          .slice(at, at + 5_000)
          .map(({ keys, place }) => `${JSON.stringify([place, ...keys])}\n`)
          .join(''),
      );
    }
    closeSync(descriptor);
    this.#files.push(file);
    this.#rows = [];
  }
}

function* readRun(file: string): Generator<SortedRow> {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.allocUnsafe(readBytes);
  let rest = Buffer.alloc(0);
  try {
    for (;;) {
      const read = readSync(descriptor, buffer, 0, readBytes, null);
      if (read === 0) return;
      const block = Buffer.concat([rest, buffer.subarray(0, read)]);
      const end = block.lastIndexOf(0x0a) + 1;
      rest = block.subarray(end);
      for (const line of block.toString('utf8', 0, Math.max(0, end - 1)).split('\n')) {
        if (line === '') continue;
        const [place, ...keys] = JSON.parse(line) as [number, ...SortedRow['keys']];
        yield { keys, place };
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

interface Head {
  source: Iterator<SortedRow>;
  row: SortedRow;
}

/** Merges sorted sources by a heap of their heads. */
function* merge(
  sources: readonly Iterator<SortedRow>[],
  order: (first: SortedRow, second: SortedRow) => number,
): Generator<number> {
  const heads: Head[] = sources
    .flatMap((source) => {
      const { value, done } = source.next();
      return done ? [] : [{ source, row: value as SortedRow }];
    })
    .sort((first, second) => order(first.row, second.row));
  while (heads.length > 0) {
    const head = heads[0]!;
    yield head.row.place;
    const { value, done } = head.source.next();
    if (!done) head.row = value as SortedRow;
    else if (heads.length > 1) heads[0] = heads.pop()!;
    else return;
    sink(heads, order);
  }
}

/** Lets the first head down to where it belongs. */
function sink(heads: Head[], order: (first: SortedRow, second: SortedRow) => number): void {
  const head = heads[0]!;
  let at = 0;
  for (let child = 1; child < heads.length; child = 2 * at + 1) {
    if (child + 1 < heads.length && order(heads[child + 1]!.row, heads[child]!.row) < 0) child++;
    if (order(head.row, heads[child]!.row) <= 0) break;
    heads[at] = heads[child]!;
    at = child;
  }
  heads[at] = head;
}
