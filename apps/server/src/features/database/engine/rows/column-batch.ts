import type { ResultColumn } from '@groma/model';

/**
 * How the values of a column lie in memory, as Arrow has them but for `bool` (a byte each). `date`: days, `timestamp`:
 * microseconds, both since 1970. `json` is text that is JSON.
 */
export type ColumnKind =
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'date'
  | 'timestamp'
  | 'utf8'
  | 'json'
  | 'binary';

export interface ColumnShape extends ResultColumn {
  kind: ColumnKind;
  /** Of a timestamp: it is a moment, not a reading of a clock. */
  isMoment?: boolean;
}

export type FixedValues =
  | Uint8Array
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/**
 * Values of one column. `offsets` are for texts and bytes, which lie one after the other in `values`. A set bit of
 * `validity` is a value, a cleared one is null.
 */
export interface ColumnData {
  values: FixedValues;
  offsets?: Int32Array;
  validity: Uint8Array | null;
}

export interface ColumnBatch {
  rows: number;
  columns: ColumnData[];
}

export function isValid({ validity }: ColumnData, row: number): boolean {
  return validity === null || (validity[row >> 3]! & (1 << (row & 7))) !== 0;
}

export function isVariable(kind: ColumnKind): boolean {
  return kind === 'utf8' || kind === 'json' || kind === 'binary';
}

/** Texts or bytes one after the other, with their ends; null is no bytes and a cleared bit. */
export function packTexts(values: readonly (string | Uint8Array | null | undefined)[]): ColumnData {
  const offsets = new Int32Array(values.length + 1);
  const pieces: Uint8Array[] = [];
  let validity: Uint8Array | null = null;
  let at = 0;
  values.forEach((value, row) => {
    if (value === null || value === undefined) {
      validity ??= new Uint8Array((values.length + 7) >> 3).fill(255);
      validity[row >> 3]! &= ~(1 << (row & 7));
    } else {
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      pieces.push(bytes);
      at += bytes.length;
    }
    offsets[row + 1] = at;
  });
  return { values: Buffer.concat(pieces, at), offsets, validity };
}

/** Rows of a batch from one to before another, on their own memory. */
export function sliceBatch({ columns }: ColumnBatch, from: number, to: number): ColumnBatch {
  return { rows: to - from, columns: columns.map((column) => sliceColumn(column, from, to)) };
}

function sliceColumn(column: ColumnData, from: number, to: number): ColumnData {
  const validity = column.validity && new Uint8Array((to - from + 7) >> 3);
  if (validity)
    for (let row = from; row < to; row++)
      if (isValid(column, row)) validity[(row - from) >> 3]! |= 1 << ((row - from) & 7);
  if (!column.offsets) return { values: column.values.slice(from, to) as FixedValues, validity };
  const start = column.offsets[from]!;
  return {
    values: column.values.slice(start, column.offsets[to]!) as FixedValues,
    offsets: column.offsets.slice(from, to + 1).map((each) => each - start),
    validity,
  };
}

/** Clears the bits from a place on that are cleared in others from one to before another. */
export function copyBits(
  { bits, from, to: end }: { bits: Uint8Array; from: number; to: number },
  to: Uint8Array,
  at: number,
): void {
  const whole = ((at | from) & 7) === 0 ? (end - from) & ~7 : 0;
  if (whole > 0) to.set(bits.subarray(from >> 3, (from + whole) >> 3), at >> 3);
  for (let row = whole; row < end - from; row++) {
    if ((bits[(from + row) >> 3]! & (1 << ((from + row) & 7))) === 0) to[(at + row) >> 3]! &= ~(1 << ((at + row) & 7));
  }
}
