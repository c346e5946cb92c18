import type pg from 'pg';
import {
  packTexts,
  type ColumnBatch,
  type ColumnData,
  type ColumnKind,
  type ColumnShape,
} from '../rows/column-batch.ts';

const kinds: Record<string, ColumnKind> = {
  boolean: 'bool',
  smallint: 'int16',
  integer: 'int32',
  bigint: 'int64',
  oid: 'int64',
  real: 'float32',
  'double precision': 'float64',
  bytea: 'binary',
  json: 'json',
  jsonb: 'json',
  geometry: 'binary',
  geography: 'binary',
};

/** Names of types by their number, asked for once. */
export class TypeNames {
  readonly #known = new Map<string, string>();

  async shapesOf(
    client: pg.Client,
    fields: readonly { name: string; dataTypeID: number; dataTypeModifier: number }[],
  ): Promise<ColumnShape[]> {
    const wanted = fields.filter((field) => !this.#known.has(keyOf(field)));
    if (wanted.length > 0) {
      const { rows } = await client.query<{ name: string }>(
        'SELECT format_type(t, m) AS name FROM unnest($1::oid[], $2::int[]) AS u(t, m)',
        [wanted.map((field) => field.dataTypeID), wanted.map((field) => field.dataTypeModifier)],
      );
      wanted.forEach((field, index) => this.#known.set(keyOf(field), rows[index]?.name ?? 'unknown'));
    }
    return fields.map((field) => shapeOf(field.name, this.#known.get(keyOf(field))!));
  }
}

const keyOf = ({ dataTypeID, dataTypeModifier }: { dataTypeID: number; dataTypeModifier: number }): string =>
  `${dataTypeID} ${dataTypeModifier}`;

function shapeOf(name: string, type: string): ColumnShape {
  const base = type.replace(/^.*\./, '').replace(/\(.*$/, '');
  const isGeometry = base === 'geometry' || base === 'geography';
  return { name, type, kind: kinds[base] ?? 'utf8', ...(isGeometry && { geometry: postgisGeometry(type) }) };
}

/** `geometry(Point,4326)` says its type and reference system. */
export function postgisGeometry(type: string): { encoding: 'ewkb'; srid?: number; type?: string } {
  const [, shape, srid] = /\((\w+)(?:,\s*(\d+))?\)/.exec(type) ?? [];
  return {
    encoding: 'ewkb',
    ...(srid !== undefined ? { srid: Number(srid) } : type.includes('geography') ? { srid: 4326 } : {}),
    ...(shape !== undefined && shape.toLowerCase() !== 'geometry' && { type: shape.replace(/(Z|M|ZM)$/, '') }),
  };
}

type Texts = readonly (readonly (string | null)[])[];

/** Rows of texts as columns. @throws Error where a server sends what is not of the type that it has named. */
export function readTexts(rows: Texts, shapes: readonly ColumnShape[]): ColumnBatch {
  if (rows.some((row) => row.length !== shapes.length))
    throw new Error('The server sent a row that does not fit its columns.');
  return { rows: rows.length, columns: shapes.map(({ kind }, index) => readColumn(rows, index, kind)) };
}

function readColumn(rows: Texts, index: number, kind: ColumnKind): ColumnData {
  switch (kind) {
    case 'bool':
      return fixed(rows, index, new Uint8Array(rows.length), (text) =>
        text === 't' ? 1 : text === 'f' ? 0 : Number.NaN,
      );
    case 'int16':
      return fixed(rows, index, new Int16Array(rows.length), wholeNumber);
    case 'int32':
      return fixed(rows, index, new Int32Array(rows.length), wholeNumber);
    case 'float32':
      return fixed(rows, index, new Float32Array(rows.length), decimalNumber);
    case 'float64':
      return fixed(rows, index, new Float64Array(rows.length), decimalNumber);
    case 'int64':
      return longs(rows, index);
    case 'binary':
      return packTexts(rows.map((row) => bytesOf(row[index]!)));
    default:
      return packTexts(rows.map((row) => row[index]));
  }
}

function fixed(
  rows: Texts,
  index: number,
  values: Uint8Array | Int16Array | Int32Array | Float32Array | Float64Array,
  read: (text: string) => number,
): ColumnData {
  const bits = new Bits(rows.length);
  rows.forEach((row, at) => {
    const text = row[index]!;
    if (text === null) return bits.clear(at);
    const value = read(text);
    if (Number.isNaN(value) && text !== 'NaN') throw lie(text);
    values[at] = value;
  });
  return { values, validity: bits.bits };
}

function longs(rows: Texts, index: number): ColumnData {
  const values = new BigInt64Array(rows.length);
  const bits = new Bits(rows.length);
  rows.forEach((row, at) => {
    const text = row[index]!;
    if (text === null) return bits.clear(at);
    if (!/^-?\d{1,19}$/.test(text)) throw lie(text);
    values[at] = BigInt(text);
  });
  return { values, validity: bits.bits };
}

class Bits {
  bits: Uint8Array | null = null;
  readonly #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
  }

  clear(row: number): void {
    this.bits ??= new Uint8Array((this.#rows + 7) >> 3).fill(255);
    this.bits[row >> 3]! &= ~(1 << (row & 7));
  }
}

const wholeNumber = (text: string): number => (/^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN);
const decimalNumber = (text: string): number => (text === '' ? Number.NaN : Number(text));

function bytesOf(text: string | null): Uint8Array | null {
  if (text === null) return null;
  const hex = text.startsWith('\\x') ? text.slice(2) : text;
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) throw lie(text);
  return Buffer.from(hex, 'hex');
}

function lie(text: string): Error {
  return new Error(`The server sent "${text.slice(0, 60)}", which is not of the type that it has named.`);
}
