import {
  Bool,
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  Utf8,
  Vector,
  makeData,
  type Data,
  type DataType,
} from 'apache-arrow';
import type { ColumnStore } from './column-store.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const INT32_LIMIT = 2 ** 31;

/** Turns rows of a finished column into Arrow data, batch by batch. */
export type ColumnEncoder = { field: Field; encode: (rows: Int32Array) => Data };

/** The values of a column by row: numbers where its type is one, else texts. */
export interface ColumnValues {
  isSet(row: number): boolean;
  number(row: number): number;
  /** Index + 1 in the dictionary, 0 for null. */
  code(row: number): number;
  /** Null for null; bytes are UTF-8. */
  text(row: number): string | Uint8Array | null;
}

/**
 * Chooses the Arrow type of a column by what its `rowCount` rows really hold. `id` numbers the dictionaries of one
 * file.
 */
export function columnEncoder(
  store: ColumnStore,
  id: number,
  rowCount: number,
  values: ColumnValues = store,
): ColumnEncoder {
  const metadata = new Map([['groma:type', store.finalType]]);
  const make = (type: DataType, encode: (rows: Int32Array) => Data): ColumnEncoder => ({
    field: new Field(store.name, type, true, metadata),
    encode,
  });
  switch (store.type) {
    case 'boolean':
      return make(new Bool(), (rows) => booleans(values, rows));
    case 'number':
      return make(new Float64(), (rows) => numbers(values, rows, new Float64(), new Float64Array(rows.length)));
    case 'integer':
      return store.minimum >= -INT32_LIMIT && store.maximum < INT32_LIMIT
        ? make(new Int32(), (rows) => numbers(values, rows, new Int32(), new Int32Array(rows.length)))
        : make(new Float64(), (rows) => numbers(values, rows, new Float64(), new Float64Array(rows.length)));
    case 'int64':
      return make(new Int64(), (rows) => longIntegers(values, rows));
    default:
      return store.paysDictionary(rowCount) && store.texts.length > 0
        ? dictionaryEncoder(store, values, id, make)
        : make(new Utf8(), (rows) => texts(values, rows));
  }
}

function dictionaryEncoder(
  store: ColumnStore,
  values: ColumnValues,
  id: number,
  make: (type: DataType, encode: (rows: Int32Array) => Data) => ColumnEncoder,
): ColumnEncoder {
  const type = new Dictionary(new Utf8(), new Int32(), id, false);
  const all = Int32Array.from(store.texts, (_, index) => index);
  const dictionary = new Vector([utf8(all.length, (index) => store.texts[index]!, null)]);
  return make(type, (rows) => {
    const validity = new Validity(rows.length);
    const data = new Int32Array(rows.length);
    for (let index = 0; index < rows.length; index++) {
      const code = values.code(rows[index]!);
      if (code === 0) validity.clear(index);
      else data[index] = code - 1;
    }
    return makeData({
      type,
      length: rows.length,
      data,
      nullCount: validity.nullCount,
      nullBitmap: validity.bitmap,
      dictionary,
    });
  });
}

function numbers<Type extends Int32 | Float64>(
  values: ColumnValues,
  rows: Int32Array,
  type: Type,
  data: Int32Array | Float64Array,
): Data {
  const validity = new Validity(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    if (values.isSet(row)) data[index] = values.number(row);
    else validity.clear(index);
  }
  return makeData({
    type,
    length: rows.length,
    data,
    nullCount: validity.nullCount,
    nullBitmap: validity.bitmap,
  } as never);
}

function longIntegers(values: ColumnValues, rows: Int32Array): Data {
  const validity = new Validity(rows.length);
  const data = new BigInt64Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const text = values.text(rows[index]!);
    if (text === null) validity.clear(index);
    else data[index] = BigInt(typeof text === 'string' ? text : decoder.decode(text));
  }
  return makeData({
    type: new Int64(),
    length: rows.length,
    data,
    nullCount: validity.nullCount,
    nullBitmap: validity.bitmap,
  });
}

function booleans(values: ColumnValues, rows: Int32Array): Data {
  const validity = new Validity(rows.length);
  const data = new Uint8Array((rows.length + 7) >> 3);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    if (!values.isSet(row)) validity.clear(index);
    else if (values.number(row)) data[index >> 3]! |= 1 << (index & 7);
  }
  return makeData({
    type: new Bool(),
    length: rows.length,
    data,
    nullCount: validity.nullCount,
    nullBitmap: validity.bitmap,
  });
}

function texts(values: ColumnValues, rows: Int32Array): Data {
  const validity = new Validity(rows.length);
  return utf8(
    rows.length,
    (index) => {
      const text = values.text(rows[index]!);
      if (text === null) validity.clear(index);
      return text ?? '';
    },
    validity,
  );
}

function utf8(length: number, textAt: (index: number) => string | Uint8Array, validity: Validity | null): Data<Utf8> {
  const valueOffsets = new Int32Array(length + 1);
  let data = new Uint8Array(Math.max(64, length * 12));
  let end = 0;
  for (let index = 0; index < length; index++) {
    const text = textAt(index);
    const most = end + (typeof text === 'string' ? text.length * 3 : text.length);
    if (most > data.length) {
      const grown = new Uint8Array(Math.max(most, data.length * 2));
      grown.set(data);
      data = grown;
    }
    if (typeof text === 'string') end += encoder.encodeInto(text, data.subarray(end)).written;
    else {
      data.set(text, end);
      end += text.length;
    }
    valueOffsets[index + 1] = end;
  }
  return makeData({
    type: new Utf8(),
    length,
    valueOffsets,
    data: data.subarray(0, end),
    nullCount: validity?.nullCount ?? 0,
    nullBitmap: validity?.bitmap ?? null,
  });
}

class Validity {
  readonly bits: Uint8Array;
  nullCount = 0;

  constructor(length: number) {
    this.bits = new Uint8Array((length + 7) >> 3).fill(255);
  }

  clear(index: number): void {
    this.bits[index >> 3]! &= ~(1 << (index & 7));
    this.nullCount++;
  }

  get bitmap(): Uint8Array | null {
    return this.nullCount ? this.bits : null;
  }
}
