import { DuckDBTypeId, JsonDuckDBValueConverter, type DuckDBDataChunk, type DuckDBResult, type DuckDBType } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { copyBits, packTexts, type ColumnBatch, type ColumnData, type ColumnKind, type ColumnShape, type FixedValues } from '../rows/column-batch.ts';
import { readStrings } from './read-strings.ts';

type Values = { readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBuffer, offset: number, length: number): FixedValues };

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
const nested = new Set<number>([DuckDBTypeId.LIST, DuckDBTypeId.STRUCT, DuckDBTypeId.MAP, DuckDBTypeId.ARRAY, DuckDBTypeId.UNION, DuckDBTypeId.VARIANT]);

export function shapesOf(result: DuckDBResult): ColumnShape[] {
  return result.columnNames().map((name, index) => {
    const type = result.columnType(index);
    const known = plain[type.typeId];
    const geometry = type.typeId === DuckDBTypeId.GEOMETRY ? { geometry: { encoding: 'wkb' as const } } : {};
    return { name, type: typeName(type), kind: known?.kind ?? kindOf(type), ...(known?.isMoment && { isMoment: true }), ...geometry };
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

/** The values of chunks one after the other, copied out of DuckDB's memory. `types` are those of their columns. */
export function readChunks(chunks: readonly DuckDBDataChunk[], types: readonly DuckDBType[]): ColumnBatch {
  const counts = chunks.map(({ rowCount }) => rowCount);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return { rows, columns: types.map((type, index) => readColumn(chunks, { type, index, counts, rows })) };
}

function readColumn(chunks: readonly DuckDBDataChunk[], { type, index, counts, rows }: { type: DuckDBType; index: number; counts: readonly number[]; rows: number }): ColumnData {
  const known = plain[type.typeId];
  if (!known && !stringlike.has(type.typeId)) return readOther(chunks, type, index, counts);
  const vectors = chunks.map((chunk) => duckdb.data_chunk_get_vector((chunk as unknown as { chunk: duckdb.DataChunk }).chunk, index));
  const validity = readValidity(vectors, counts, rows);
  if (!known) return readStrings(vectors.map((vector, at) => duckdb.vector_get_data(vector, counts[at]! * 16)), validity);
  const values = new known.values(new ArrayBuffer(rows * known.values.BYTES_PER_ELEMENT), 0, rows);
  let row = 0;
  for (const [at, vector] of vectors.entries()) {
    const data = duckdb.vector_get_data(vector, counts[at]! * known.values.BYTES_PER_ELEMENT);
    values.set(new known.values(data.buffer as ArrayBuffer, data.byteOffset, counts[at]!) as never, row);
    row += counts[at]!;
  }
  return { values, validity };
}

function readValidity(vectors: readonly duckdb.Vector[], counts: readonly number[], rows: number): Uint8Array | null {
  let validity: Uint8Array | null = null;
  let row = 0;
  for (const [at, vector] of vectors.entries()) {
    const count = counts[at]!;
    const bits = duckdb.vector_get_validity(vector, ((count + 63) >> 6) * 8) as Uint8Array | null;
    if (bits && !isFull(bits, count)) copyBits(bits, count, validity ??= new Uint8Array((rows + 7) >> 3).fill(255), row);
    row += count;
  }
  return validity;
}

function isFull(bits: Uint8Array, rows: number): boolean {
  for (let each = 0; each < rows >> 3; each++) if (bits[each] !== 255) return false;
  const rest = rows & 7;
  return rest === 0 || (bits[rows >> 3]! | (255 << rest) & 255) === 255;
}

/** Types that are shown as text, and nested ones as JSON. */
function readOther(chunks: readonly DuckDBDataChunk[], type: DuckDBType, index: number, counts: readonly number[]): ColumnData {
  const isNested = nested.has(type.typeId);
  return packTexts(chunks.flatMap((chunk, at) => {
    const vector = chunk.getColumnVector(index);
    return Array.from({ length: counts[at]! }, (_each, row) => {
      const value = vector.getItem(row);
      if (value === null) return null;
      return isNested ? JSON.stringify(JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter)) : String(value);
    });
  }));
}
