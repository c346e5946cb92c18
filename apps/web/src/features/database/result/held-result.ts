import type { ResultColumn } from '@groma/model';
import { ArrowIntake } from './arrow-intake.ts';
import { BatchStore } from './batch-store.ts';
import { csvOf } from './result-csv.ts';
import { ResultRows, type RowQuery } from './result-rows.ts';

/** One result that the worker holds: its columns and as many rows as have come. */
export class HeldResult {
  readonly #columns: readonly ResultColumn[];
  readonly #store = new BatchStore();
  #intake = new ArrowIntake();
  readonly rows: ResultRows;

  constructor(columns: readonly ResultColumn[]) {
    this.#columns = columns;
    this.rows = new ResultRows(this.#store, columns);
  }

  get count(): number {
    return this.#store.rows;
  }

  get bytes(): number {
    return this.#store.bytes;
  }

  /** Takes the next bytes of its Arrow stream. */
  take(bytes: Uint8Array): void {
    for (const message of this.#intake.take(bytes)) {
      // A result that comes in windows says its columns with each.
      if (message.kind !== 'schema' || !this.#store.schema) this.#store.add(message);
    }
    if (this.#intake.hasEnded) this.#intake = new ArrowIntake();
  }

  csv(query: RowQuery): Promise<Blob> {
    return csvOf(
      this.#columns.map(({ name }) => name),
      this.rows.all(query),
    );
  }
}
