import { cellTest, sortOrder } from '@groma/geo';
import type { ResultColumn } from '@groma/model';
import type { RecordBatch } from 'apache-arrow';
import { cellReader, type ReadCell, type ResultValue } from './cell-value.ts';
import type { BatchStore } from './batch-store.ts';
import { gridTypeOf } from './result-columns.ts';

interface RowSort {
  column: number;
  direction: 'asc' | 'desc';
}
export interface RowFilter {
  column: number;
  operator: Parameters<typeof cellTest>[0]['operator'];
  value?: unknown;
}
export interface RowQuery {
  sort: readonly RowSort[];
  filter: readonly RowFilter[];
}

/** The rows of a result in the order and the choice that was asked for, window by window. */
export class ResultRows {
  readonly #store: BatchStore;
  readonly #columns: readonly Pick<ResultColumn, 'type' | 'geometry'>[];
  #found: { key: string; rows: Promise<Uint32Array> } | null = null;

  constructor(store: BatchStore, columns: readonly Pick<ResultColumn, 'type' | 'geometry'>[]) {
    this.#store = store;
    this.#columns = columns;
  }

  /** Rows `start` to `end` (not counted). */
  async window(query: RowQuery, start: number, end: number): Promise<{ rows: ResultValue[][]; rowCount: number }> {
    const order = await this.#order(query);
    const rowCount = order?.length ?? this.#store.rows;
    const wanted = order ? order.subarray(start, end) : sequence(start, Math.min(end, rowCount));
    return { rows: await this.#read(wanted), rowCount };
  }

  /** All rows of a query in their order, batch by batch as far as they stand in order, for writing them out. */
  async *all(query: RowQuery, size = 4096): AsyncGenerator<ResultValue[][]> {
    for (let start = 0, count = 1; start < count; start += size) {
      const { rows, rowCount } = await this.window(query, start, start + size);
      count = rowCount;
      yield rows;
    }
  }

  /** Rows by their numbers, each batch opened once for the rows that stand in it. */
  async #read(wanted: Uint32Array): Promise<ResultValue[][]> {
    const places = Array.from(wanted, (row, at) => ({ row, at })).toSorted((first, second) => first.row - second.row);
    const rows: ResultValue[][] = [];
    let cells: ReadCell[] = [];
    let [first, end] = [0, 0];
    for (const { row, at } of places) {
      if (row >= end || cells.length === 0) {
        const { first: begins, record } = await this.#store.batch(this.#store.indexOf(row));
        [first, end] = [begins, begins + record.numRows];
        cells = this.#readers(record);
      }
      rows[at] = cells.map((read) => read(row - first));
    }
    return rows;
  }

  #readers(record: RecordBatch): ReadCell[] {
    return record.schema.fields.map((_field, index) =>
      cellReader(record.getChildAt(index)!, this.#columns[index]?.geometry !== undefined),
    );
  }

  /**
   * Reads what a column is compared by: exact numbers, which are shown as text, as numbers that lose their last digits
   * here only.
   */
  #keyReader(record: RecordBatch, column: number): (row: number) => string | number | boolean | null {
    const described = this.#columns[column];
    const read = cellReader(record.getChildAt(column)!, described?.geometry !== undefined);
    const isNumber = described !== undefined && gridTypeOf(described) === 'number';
    return (row) => {
      const value = read(row);
      return typeof value === 'bigint' || (isNumber && typeof value === 'string') ? numberOf(value) : value;
    };
  }

  /** Numbers of the rows of a query in their order; null where it is the order of the result. */
  #order(query: RowQuery): Promise<Uint32Array> | null {
    if (query.sort.length === 0 && query.filter.length === 0) return null;
    const key = JSON.stringify([query, this.#store.rows]);
    if (this.#found?.key !== key) this.#found = { key, rows: this.#find(query) };
    return this.#found.rows;
  }

  async #find({ sort, filter }: RowQuery): Promise<Uint32Array> {
    const rows = await this.#filtered(filter);
    const [first] = sort;
    if (!first) return rows;
    const keys: Keys[] = [];
    for (const { column } of sort) keys.push(await this.#keysOf(column, rows));
    const order =
      sort.length === 1 && keys[0] instanceof Float64Array
        ? numbersInOrder(keys[0], first.direction)
        : inOrder(rows.length, keys, sort);
    return order.map((place) => rows[place]!);
  }

  async #filtered(filter: readonly RowFilter[]): Promise<Uint32Array> {
    if (filter.length === 0) return sequence(0, this.#store.rows);
    const tests = filter.map((each) => ({ column: each.column, passes: cellTest(each) }));
    const kept: Uint32Array[] = [];
    for (let index = 0; index < this.#store.batches; index += 1) {
      const { first, record } = await this.#store.batch(index);
      const cells = tests.map(({ column, passes }) => ({ passes, read: this.#keyReader(record, column) }));
      kept.push(
        sequence(first, first + record.numRows).filter((row) =>
          cells.every(({ read, passes }) => passes(read(row - first))),
        ),
      );
    }
    return joinedRows(kept);
  }

  /** What rows are ordered by in a column: numbers, of which those of empty cells are none, or texts. */
  async #keysOf(column: number, rows: Uint32Array): Promise<Keys> {
    const described = this.#columns[column];
    const type = described && gridTypeOf(described);
    const keys: Keys =
      type === 'number' || type === 'boolean'
        ? new Float64Array(rows.length).fill(NaN)
        : Array.from<string | null>({ length: rows.length }).fill(null);
    let at = 0;
    for (let index = 0; index < this.#store.batches && at < rows.length; index += 1) {
      const { first, record } = await this.#store.batch(index);
      const read = this.#keyReader(record, column);
      for (; at < rows.length && rows[at]! < first + record.numRows; at += 1) {
        const value = read(rows[at]! - first);
        if (value !== null) keys[at] = (keys instanceof Float64Array ? Number(value) : String(value)) as never;
      }
    }
    return keys;
  }
}

/** Of money too, which stands with a sign and commas. */
function numberOf(value: bigint | string): number {
  const number = Number(value);
  return Number.isNaN(number) ? Number(String(value).replace(/[^\d.-]/g, '') || NaN) : number;
}

/** Of a number that is not there: NaN; of a text: null. */
type Keys = Float64Array | (string | null)[];

/** Places of numbers in order; those that are none stand last in both directions. */
function numbersInOrder(numbers: Float64Array, direction: RowSort['direction']): Uint32Array {
  return sortOrder(direction === 'asc' ? numbers : numbers.map((number) => -number));
}

function inOrder(length: number, keys: readonly Keys[], sort: readonly RowSort[]): Uint32Array {
  const orders = keys.map((each, index) => {
    const sign = sort[index]!.direction === 'asc' ? 1 : -1;
    return each instanceof Float64Array ? byNumber(each, sign) : byText(each, sign);
  });
  return sequence(0, length).sort((one, other) => {
    for (const order of orders) {
      const difference = order(one, other);
      if (difference !== 0) return difference;
    }
    return one - other;
  });
}

function byNumber(values: Float64Array, sign: number): (one: number, other: number) => number {
  return (one, other) => {
    const difference = values[one]! - values[other]!;
    if (!Number.isNaN(difference)) return sign * difference;
    // Equal infinities, or an empty cell.
    return Number(Number.isNaN(values[one]!)) - Number(Number.isNaN(values[other]!));
  };
}

/** By the codes of the letters, as databases order text that has no collation. */
function byText(values: readonly (string | null)[], sign: number): (one: number, other: number) => number {
  return (one, other) => {
    const [a, b] = [values[one]!, values[other]!];
    if (a === b) return 0;
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a < b ? -sign : sign;
  };
}

function sequence(start: number, end: number): Uint32Array {
  return Uint32Array.from({ length: Math.max(0, end - start) }, (_row, index) => start + index);
}

function joinedRows(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
