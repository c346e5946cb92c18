import type { Data, Utf8, Vector } from 'apache-arrow';
import type { Column, PropertyValue } from '@groma/geo';
import { encoded, schemaOf } from './write-geoparquet.ts';

/**
 * Values of some rows of one column as they lie in a Parquet file. `levels` say which of them are null; bytes of those
 * are left out.
 */
export interface ParquetPage {
  rows: number;
  nulls: number;
  levels: Uint8Array;
  values: Uint8Array;
  encoding: 'PLAIN' | 'RLE_DICTIONARY';
}

/** Different values of a column, which pages name by their place. */
export interface ParquetDictionary {
  count: number;
  values: Uint8Array;
}

/** A dictionary with more values would be written again for each group of rows, with most of them unused. */
const mostCodes = 65_536;
/** Shorter texts are copied faster byte by byte. */
const shortText = 32;
const twoTo32 = 2 ** 32;

const encoder = new TextEncoder();

/**
 * The values of a column of a snapshot as a page, from its Arrow buffers, most of which Parquet has in the same form.
 * `hasDictionary`: there is one, of `dictionaryOf`, for its codes. Null where each value has to be looked at:
 * `valuesPage` does that.
 */
export function arrowPage(vector: Vector, type: Column['type'], hasDictionary: boolean): ParquetPage | null {
  const data = vector.data[0]!;
  if (vector.data.length !== 1 || data.offset !== 0) return null;
  if (data.nullCount === data.length) return emptyPage(data.length);
  const bits = data.nullCount > 0 ? data.nullBitmap : null;
  const page = (values: Uint8Array, encoding: ParquetPage['encoding'] = 'PLAIN'): ParquetPage => ({
    rows: data.length,
    nulls: data.nullCount,
    levels: levelsOf(data.length, data.nullCount, bits),
    values,
    encoding,
  });
  const { dictionary } = data;
  if (dictionary) {
    if (hasDictionary) return page(codesOf(present(data.values as Int32Array, data.length, bits)), 'RLE_DICTIONARY');
    return isTextual(type) && dictionary.data.length === 1 ? page(gatheredTexts(data, bits)) : null;
  }
  switch (type) {
    case 'integer':
      return page(longIntegers(present(data.values as Int32Array | Float64Array, data.length, bits)));
    case 'int64':
      return page(bytesOf(present(data.values as BigInt64Array, data.length, bits)));
    case 'number':
      return page(bytesOf(present(data.values as Float64Array, data.length, bits)));
    case 'boolean':
      return bits === null ? page((data.values as Uint8Array).subarray(0, (data.length + 7) >> 3)) : null;
    case 'text':
    case 'json':
      return page(plainTexts(data as Data<Utf8>, bits));
    default:
      return null;
  }
}

/** The different values of a column, where the snapshot has them by codes and they are few; else null. */
export function dictionaryOf(vector: Vector, type: Column['type']): ParquetDictionary | null {
  const dictionary = vector.data[0]?.dictionary as Vector<Utf8> | undefined;
  if (!dictionary || dictionary.data.length !== 1 || dictionary.length > mostCodes) return null;
  const count = dictionary.length;
  if (isTextual(type)) return { count, values: plainTexts(dictionary.data[0]!, null) };
  if (type === 'boolean') return null;
  const values = encoded(
    Array.from({ length: count }, (_, index) => dictionary.get(index)),
    type,
  );
  return values.includes(null) ? null : { count, values: plainValues(values, type) };
}

/** Values as a page, whatever they are. */
export function valuesPage(values: PropertyValue[], type: Column['type']): ParquetPage {
  const all = encoded(values, type);
  const { bits, nulls } = bitsOf(all);
  return {
    rows: all.length,
    nulls,
    levels: levelsOf(all.length, nulls, bits),
    values: plainValues(nulls === 0 ? all : all.filter((value) => value !== null), type),
    encoding: 'PLAIN',
  };
}

/** Numbers of 32 bits in a column that has no nulls. */
export function idsPage(ids: Int32Array): ParquetPage {
  return { rows: ids.length, nulls: 0, levels: new Uint8Array(0), values: bytesOf(ids), encoding: 'PLAIN' };
}

/** Geometries of `batchWkb`. */
export function wkbPage(values: Uint8Array, rows: number): ParquetPage {
  return { rows, nulls: 0, levels: levelsOf(rows, 0, null), values, encoding: 'PLAIN' };
}

export function bytesPage(values: readonly (Uint8Array | null)[]): ParquetPage {
  const given = values.filter((value) => value !== null);
  const { bits, nulls } = bitsOf(values);
  return {
    rows: values.length,
    nulls,
    levels: levelsOf(values.length, nulls, bits),
    values: joined(given),
    encoding: 'PLAIN',
  };
}

/** Rows without any value. */
export function emptyPage(rows: number): ParquetPage {
  return { rows, nulls: rows, levels: levelsOf(rows, rows, null), values: new Uint8Array(0), encoding: 'PLAIN' };
}

/** Which rows of a page have a value, as Parquet's definition levels: the bits that Arrow has for it. */
function levelsOf(rows: number, nulls: number, bits: Uint8Array | null): Uint8Array {
  if (nulls === 0 || nulls === rows) return Uint8Array.of(...varint(rows * 2), nulls === 0 ? 1 : 0);
  const bytes = (rows + 7) >> 3;
  const head = varint(bytes * 2 + 1);
  const levels = new Uint8Array(head.length + bytes);
  levels.set(head);
  levels.set(bits!.subarray(0, bytes), head.length);
  return levels;
}

function bitsOf(values: readonly unknown[]): { bits: Uint8Array; nulls: number } {
  const bits = new Uint8Array((values.length + 7) >> 3);
  let nulls = 0;
  values.forEach((value, row) => {
    if (value === null) nulls += 1;
    else bits[row >> 3]! |= 1 << (row & 7);
  });
  return { bits, nulls };
}

function isTextual(type: Column['type']): boolean {
  return schemaOf({ name: '', type }).type === 'BYTE_ARRAY';
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

type Numbers = Int32Array | Float64Array | BigInt64Array;

/** The values that are not null. */
function present<Values extends Numbers>(values: Values, rows: number, bits: Uint8Array | null): Values {
  if (bits === null) return values.subarray(0, rows) as Values;
  const kept = values.slice(0, rows) as Values;
  let count = 0;
  for (let row = 0; row < rows; row++) if ((bits[row >> 3]! >> (row & 7)) & 1) kept[count++] = values[row]!;
  return kept.subarray(0, count) as Values;
}

function bytesOf({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Whole numbers in 64 bits each, which are written as two halves: numbers of that size are slow in JavaScript. */
function longIntegers(values: Int32Array | Float64Array): Uint8Array {
  const halves = new Int32Array(values.length * 2);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    // The lower half is what is left of the number when the upper one does not fit.
    halves[row * 2] = value;
    halves[row * 2 + 1] = Math.floor(value / twoTo32);
  }
  return bytesOf(halves);
}

/** Codes of 32 bits each in one run, as they lie in memory. */
function codesOf(codes: Int32Array): Uint8Array {
  const groups = (codes.length + 7) >> 3;
  const head = Uint8Array.of(32, ...varint(groups * 2 + 1));
  const bytes = new Uint8Array(head.length + groups * 32);
  bytes.set(head);
  bytes.set(bytesOf(codes), head.length);
  return bytes;
}

function plainTexts({ values, valueOffsets, length }: Data<Utf8>, bits: Uint8Array | null): Uint8Array {
  const out = new TextBytes(length * 4 + valueOffsets[length]! - valueOffsets[0]!);
  for (let row = 0; row < length; row++)
    if (bits === null || (bits[row >> 3]! >> (row & 7)) & 1)
      out.add(values, valueOffsets[row]!, valueOffsets[row + 1]!);
  return out.finish();
}

function gatheredTexts(data: Data, bits: Uint8Array | null): Uint8Array {
  const { values, valueOffsets } = (data.dictionary as Vector<Utf8>).data[0]!;
  const codes = data.values as Int32Array;
  let bytes = 0;
  for (let row = 0; row < data.length; row++)
    if (bits === null || (bits[row >> 3]! >> (row & 7)) & 1)
      bytes += 4 + valueOffsets[codes[row]! + 1]! - valueOffsets[codes[row]!]!;
  const out = new TextBytes(bytes);
  for (let row = 0; row < data.length; row++)
    if (bits === null || (bits[row >> 3]! >> (row & 7)) & 1)
      out.add(values, valueOffsets[codes[row]!]!, valueOffsets[codes[row]! + 1]!);
  return out.finish();
}

/** Texts one after the other, each behind its length. */
class TextBytes {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: number) {
    this.#bytes = new Uint8Array(bytes);
  }

  add(from: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    const length = end - start;
    let at = this.#at;
    bytes[at] = length;
    bytes[at + 1] = length >>> 8;
    bytes[at + 2] = length >>> 16;
    bytes[at + 3] = length >>> 24;
    at += 4;
    if (length > shortText) bytes.set(from.subarray(start, end), at);
    else for (let each = 0; each < length; each++) bytes[at + each] = from[start + each]!;
    this.#at = at + length;
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }
}

/** Values without nulls, as `encoded` makes them. */
function plainValues(values: unknown[], type: Column['type']): Uint8Array {
  switch (schemaOf({ name: '', type }).type) {
    case 'INT32':
      return bytesOf(Int32Array.from(values as number[]));
    case 'INT64':
      return bytesOf(BigInt64Array.from(values as bigint[]));
    case 'DOUBLE':
      return bytesOf(Float64Array.from(values as number[]));
    case 'BOOLEAN': {
      const bits = new Uint8Array((values.length + 7) >> 3);
      values.forEach((value, row) => {
        if (value === true) bits[row >> 3]! |= 1 << (row & 7);
      });
      return bits;
    }
    default:
      return joined(values.map((value) => encoder.encode(String(value))));
  }
}

function joined(values: readonly Uint8Array[]): Uint8Array {
  const out = new TextBytes(values.reduce((sum, { length }) => sum + 4 + length, 0));
  for (const value of values) out.add(value, 0, value.length);
  return out.finish();
}
