import { Bool, Dictionary, Field, Float64, Int32, Utf8, Vector, makeData, type Data, type DataType } from 'apache-arrow';
import type { ColumnStore } from './column-store.ts';

const encoder = new TextEncoder();
const INT32_LIMIT = 2 ** 31;

/** Turns rows of a finished column store into Arrow data, batch by batch. */
export type ColumnEncoder = { field: Field; encode: (rows: Int32Array) => Data };

/** Chooses the Arrow type of a column by what it really holds. `id` numbers the dictionaries of one file. */
export function columnEncoder(store: ColumnStore, id: number): ColumnEncoder {
  const metadata = new Map([['groma:type', store.type ?? 'text']]);
  const make = (type: DataType, encode: (rows: Int32Array) => Data): ColumnEncoder => ({ field: new Field(store.name, type, true, metadata), encode });
  switch (store.type) {
    case 'boolean': return make(new Bool(), (rows) => booleans(store, rows));
    case 'number': return make(new Float64(), (rows) => numbers(store, rows, new Float64(), new Float64Array(rows.length)));
    case 'integer':
      return store.minimum >= -INT32_LIMIT && store.maximum < INT32_LIMIT
        ? make(new Int32(), (rows) => numbers(store, rows, new Int32(), new Int32Array(rows.length)))
        : make(new Float64(), (rows) => numbers(store, rows, new Float64(), new Float64Array(rows.length)));
    default: return store.paysDictionary && store.texts.length > 0 ? dictionaryEncoder(store, id, make) : make(new Utf8(), (rows) => texts(store, rows));
  }
}

function dictionaryEncoder(store: ColumnStore, id: number, make: (type: DataType, encode: (rows: Int32Array) => Data) => ColumnEncoder): ColumnEncoder {
  const type = new Dictionary(new Utf8(), new Int32(), id, false);
  const all = Int32Array.from(store.texts, (_, index) => index);
  const dictionary = new Vector([utf8(all.length, (index) => store.texts[index]!, null)]);
  return make(type, (rows) => {
    const validity = new Validity(rows.length);
    const data = new Int32Array(rows.length);
    for (let index = 0; index < rows.length; index++) {
      const code = store.codes.get(rows[index]!);
      if (code === 0) validity.clear(index);
      else data[index] = code - 1;
    }
    return makeData({ type, length: rows.length, data, nullCount: validity.nullCount, nullBitmap: validity.bitmap, dictionary });
  });
}

function numbers<Type extends Int32 | Float64>(store: ColumnStore, rows: Int32Array, type: Type, data: Int32Array | Float64Array): Data {
  const validity = new Validity(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    if (store.valid.get(row)) data[index] = store.numbers.values[row]!;
    else validity.clear(index);
  }
  return makeData({ type, length: rows.length, data, nullCount: validity.nullCount, nullBitmap: validity.bitmap } as never);
}

function booleans(store: ColumnStore, rows: Int32Array): Data {
  const validity = new Validity(rows.length);
  const data = new Uint8Array((rows.length + 7) >> 3);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    if (!store.valid.get(row)) validity.clear(index);
    else if (store.numbers.values[row]) data[index >> 3]! |= 1 << (index & 7);
  }
  return makeData({ type: new Bool(), length: rows.length, data, nullCount: validity.nullCount, nullBitmap: validity.bitmap });
}

function texts(store: ColumnStore, rows: Int32Array): Data {
  const validity = new Validity(rows.length);
  return utf8(rows.length, (index) => {
    const code = store.codes.get(rows[index]!);
    if (code > 0) return store.texts[code - 1]!;
    validity.clear(index);
    return '';
  }, validity);
}

function utf8(length: number, textAt: (index: number) => string, validity: Validity | null): Data<Utf8> {
  const valueOffsets = new Int32Array(length + 1);
  let data = new Uint8Array(Math.max(64, length * 12));
  let end = 0;
  for (let index = 0; index < length; index++) {
    const text = textAt(index);
    const most = end + text.length * 3;
    if (most > data.length) {
      const grown = new Uint8Array(Math.max(most, data.length * 2));
      grown.set(data);
      data = grown;
    }
    end += encoder.encodeInto(text, data.subarray(end)).written;
    valueOffsets[index + 1] = end;
  }
  return makeData({ type: new Utf8(), length, valueOffsets, data: data.subarray(0, end), nullCount: validity?.nullCount ?? 0, nullBitmap: validity?.bitmap ?? null });
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
