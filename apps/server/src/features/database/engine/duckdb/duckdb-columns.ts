import { DuckDBTypeId, type DuckDBDataChunk, type DuckDBResult, type DuckDBType } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import {
  copyBits,
  packTexts,
  type ColumnBatch,
  type ColumnData,
  type ColumnKind,
  type ColumnShape,
  type FixedValues,
} from '../rows/column-batch.ts';
import { endlessText } from './endless-text.ts';
import { nestedJson } from './nested-json.ts';
import { readStrings, slotBytes } from './read-strings.ts';

type Values = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, offset: number, length: number): FixedValues;
};

/** Types whose values are taken as they lie in memory. */
const plain: Partial<Record<number, { kind: ColumnKind; values: Values; isMoment?: true }>> = {
  [DuckDBTypeId.BOOLEAN]: { kind: 'bool', values: Uint8Array },
  [DuckDBTypeId.TINYINT]: { kind: 'int8', values: Int8Array },
  [DuckDBTypeId.SMALLINT]: { kind: 'int16', values: Int16Array },
  [DuckDBTypeId.INTEGER]: { kind: 'int32', values: Int32Array },
  [DuckDBTypeId.BIGINT]: { kind: 'int64', values: BigInt64Array },
  [DuckDBTypeId.UTINYINT]: { kind: 'uint8', values: Uint8Array },
  [DuckDBTypeId.USMALLINT]: { kind: 'uint16', values: Uint16Array },
  [DuckDBTypeId.UINTEGER]: { kind: 'uint32', values: Uint32Array },
  [DuckDBTypeId.UBIGINT]: { kind: 'uint64', values: BigUint64Array },
  [DuckDBTypeId.FLOAT]: { kind: 'float32', values: Float32Array },
  [DuckDBTypeId.DOUBLE]: { kind: 'float64', values: Float64Array },
  [DuckDBTypeId.DATE]: { kind: 'date', values: Int32Array },
  [DuckDBTypeId.TIMESTAMP]: { kind: 'timestamp', values: BigInt64Array },
  [DuckDBTypeId.TIMESTAMP_TZ]: { kind: 'timestamp', values: BigInt64Array, isMoment: true },
};
const stringlike = new Set<number>([DuckDBTypeId.VARCHAR, DuckDBTypeId.BLOB, DuckDBTypeId.GEOMETRY]);
const nested = new Set<number>([
  DuckDBTypeId.LIST,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.UNION,
  DuckDBTypeId.VARIANT,
]);

export function shapesOf(result: DuckDBResult): ColumnShape[] {
  return result.columnNames().map((name, index) => {
    const type = result.columnType(index);
    const known = plain[type.typeId];
    const geometry = type.typeId === DuckDBTypeId.GEOMETRY ? { geometry: { encoding: 'wkb' as const } } : {};
    return {
      name,
      type: typeName(type),
      kind: known?.kind ?? kindOf(type),
      ...(known?.isMoment && { isMoment: true }),
      ...geometry,
    };
  });
}

function kindOf({ typeId, alias }: DuckDBType): ColumnKind {
  if (typeId === DuckDBTypeId.VARCHAR) return alias === 'JSON' ? 'json' : 'utf8';
  if (stringlike.has(typeId)) return 'binary';
  return nested.has(typeId) ? 'json' : 'utf8';
}

function typeName(type: DuckDBType): string {
  const name = type.alias ?? type.toString();
  return name.length > 200 ? `${name.slice(0, 199)}…` : name;
}

/** Rows of a chunk from one to before another. */
interface Piece {
  chunk: DuckDBDataChunk;
  from: number;
  to: number;
}

/** The values of chunks one after the other, copied out of DuckDB's memory. `types` are those of their columns. */
export function readChunks(chunks: readonly DuckDBDataChunk[], types: readonly DuckDBType[]): ColumnBatch {
  return readPieces(
    chunks.map((chunk) => ({ chunk, from: 0, to: chunk.rowCount })),
    types,
  );
}

/** The same in batches of texts of about `mostBytes`, where a chunk has many more of them. */
export function* readInParts(
  chunks: readonly DuckDBDataChunk[],
  types: readonly DuckDBType[],
  mostBytes: number,
): Generator<ColumnBatch> {
  for (const chunk of chunks) {
    let from = 0;
    for (let [row, bytes] = [0, 0]; row < chunk.rowCount; row++) {
      const own = textBytesOf(chunk, types, row, row + 1);
      if (row > from && bytes + own > mostBytes) {
        yield readPieces([{ chunk, from, to: row }], types);
        [from, bytes] = [row, 0];
      }
      bytes += own;
    }
    yield readPieces([{ chunk, from, to: chunk.rowCount }], types);
  }
}

/** How long the texts of some rows of a chunk are. */
export function textBytesOf(
  chunk: DuckDBDataChunk,
  types: readonly DuckDBType[],
  from = 0,
  to = chunk.rowCount,
): number {
  return types.reduce(
    (sum, { typeId }, index) => (stringlike.has(typeId) ? sum + textBytes(vectorOf(chunk, index), from, to) : sum),
    0,
  );
}

function readPieces(pieces: readonly Piece[], types: readonly DuckDBType[]): ColumnBatch {
  const rows = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  return { rows, columns: types.map((type, index) => readColumn(pieces, { type, index, rows })) };
}

function vectorOf(chunk: DuckDBDataChunk, index: number): duckdb.Vector {
  return duckdb.data_chunk_get_vector((chunk as unknown as { chunk: duckdb.DataChunk }).chunk, index);
}

function textBytes(vector: duckdb.Vector, from: number, to: number): number {
  const slots = duckdb.vector_get_data(vector, to * slotBytes);
  const words = new Uint32Array(slots.buffer, slots.byteOffset, (to * slotBytes) / 4);
  const bits = duckdb.vector_get_validity(vector, ((to + 63) >> 6) * 8) as Uint8Array | null;
  let bytes = 0;
  // Where there is no text, any number may stand in the place of its length.
  for (let row = from; row < to; row++)
    if (!bits || ((bits[row >> 3]! >> (row & 7)) & 1) === 1) bytes += words[(row * slotBytes) / 4]!;
  return bytes;
}

function readColumn(
  pieces: readonly Piece[],
  { type, index, rows }: { type: DuckDBType; index: number; rows: number },
): ColumnData {
  const known = plain[type.typeId];
  if (!known && !stringlike.has(type.typeId)) return readOther(pieces, type, index);
  const parts = pieces.map(({ chunk, from, to }) => ({ vector: vectorOf(chunk, index), from, to }));
  const validity = readValidity(parts, rows);
  if (!known)
    return readStrings(
      parts.map(({ vector, from, to }) => duckdb.vector_get_data(vector, to * slotBytes).subarray(from * slotBytes)),
      validity,
    );
  const size = known.values.BYTES_PER_ELEMENT;
  const values = new known.values(new ArrayBuffer(rows * size), 0, rows);
  let row = 0;
  for (const { vector, from, to } of parts) {
    const data = duckdb.vector_get_data(vector, to * size);
    values.set(new known.values(data.buffer as ArrayBuffer, data.byteOffset + from * size, to - from) as never, row);
    row += to - from;
  }
  return { values, validity };
}

function readValidity(
  parts: readonly { vector: duckdb.Vector; from: number; to: number }[],
  rows: number,
): Uint8Array | null {
  let validity: Uint8Array | null = null;
  let row = 0;
  for (const { vector, from, to } of parts) {
    const bits = duckdb.vector_get_validity(vector, ((to + 63) >> 6) * 8) as Uint8Array | null;
    if (bits && !isFull(bits, to))
      copyBits({ bits, from, to }, (validity ??= new Uint8Array((rows + 7) >> 3).fill(255)), row);
    row += to - from;
  }
  return validity;
}

function isFull(bits: Uint8Array, rows: number): boolean {
  for (let each = 0; each < rows >> 3; each++) if (bits[each] !== 255) return false;
  const rest = rows & 7;
  return rest === 0 || (bits[rows >> 3]! | ((255 << rest) & 255)) === 255;
}

/** Types that are shown as text, and nested ones as JSON. */
function readOther(pieces: readonly Piece[], type: DuckDBType, index: number): ColumnData {
  const isNested = nested.has(type.typeId);
  return packTexts(
    pieces.flatMap(({ chunk, from, to }) => {
      const vector = chunk.getColumnVector(index);
      return Array.from({ length: to - from }, (_each, row) => {
        const value = vector.getItem(from + row);
        if (value === null) return null;
        return isNested ? nestedJson(value, type) : (endlessText(value) ?? String(value));
      });
    }),
  );
}
