import { createReadStream } from 'node:fs';
import { DataType, RecordBatchReader, type Field, type RecordBatch, type Vector } from 'apache-arrow';
import { formatWkb, parseWkb, withoutMeasures, type SimpleGeometry } from '@groma/geo';
import type { DecodedArray, SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';

/** Rows of one row group: what is held at once. */
const groupRows = 50_000;

interface ParquetColumn {
  name: string;
  element: SchemaElement;
  /** Type that the text of the column is read as. */
  cast: string | null;
  isGeometry: boolean;
  read(vector: Vector): (row: number) => unknown;
}

/**
 * Writes rows that a database has answered, a kept Arrow stream, as a table that DuckDB reads by itself. What Parquet
 * has no type for is text there; the answer says which types such columns have. It blocks its thread.
 */
export async function writeArrowTable(from: string, to: string): Promise<{ casts: Record<string, string> }> {
  const source = createReadStream(from);
  try {
    const reader = await RecordBatchReader.from(source);
    await reader.open();
    const columns = reader.schema.fields.map(columnOf);
    const writer = openParquet(columns, to);
    let held: unknown[][] = columns.map(() => []);
    let isWritten = false;
    const write = (): void => {
      void writer.write({
        columnData: columns.map(({ name }, index) => ({ name, data: held[index] as DecodedArray })),
        rowGroupSize: groupRows * 4,
      });
      held = columns.map(() => []);
      isWritten = true;
    };
    for await (const batch of reader) {
      take(batch, columns, held);
      if ((held[0]?.length ?? 0) >= groupRows) write();
    }
    if (!isWritten || (held[0]?.length ?? 0) > 0) write();
    void writer.finish();
    return {
      casts: Object.fromEntries(columns.flatMap(({ name, cast }) => (cast === null ? [] : [[name, cast] as const]))),
    };
  } finally {
    source.destroy();
  }
}

function openParquet(columns: readonly ParquetColumn[], path: string): ParquetWriter {
  const places = columns.filter(({ isGeometry }) => isGeometry).map(({ name }) => name);
  const geo = {
    version: '1.1.0',
    primary_column: places[0],
    columns: Object.fromEntries(places.map((name) => [name, { encoding: 'WKB', geometry_types: [] }])),
  };
  return new ParquetWriter({
    writer: fileWriter(path),
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(({ element }) => element)],
    codec: 'UNCOMPRESSED',
    createdBy: 'groma',
    statistics: false,
    ...(places.length > 0 && { kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }] }),
  });
}

function take(batch: RecordBatch, columns: readonly ParquetColumn[], held: unknown[][]): void {
  columns.forEach(({ read }, index) => {
    const vector = batch.getChildAt(index)!;
    const value = read(vector);
    const values = held[index]!;
    for (let row = 0; row < batch.numRows; row++) values.push(vector.isValid(row) ? value(row) : null);
  });
}

/** Values as they lie in memory, where the library's own reading makes others of them. */
const plain = (vector: Vector) => {
  const { values } = vector.data[0]!;
  return (row: number): unknown => (values as ArrayLike<unknown>)[row];
};
const gotten =
  (vector: Vector) =>
  (row: number): unknown =>
    vector.get(row);
const asText =
  (vector: Vector) =>
  (row: number): unknown =>
    String(vector.get(row));

function columnOf({ name, type, metadata }: Field): ParquetColumn {
  const sqlType = metadata.get('groma:type') ?? '';
  const make = (
    element: Partial<SchemaElement>,
    read: ParquetColumn['read'] = gotten,
    rest: Partial<ParquetColumn> = {},
  ): ParquetColumn => ({
    name,
    element: { name, repetition_type: 'OPTIONAL', ...element },
    cast: null,
    isGeometry: false,
    read,
    ...rest,
  });
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
  if (DataType.isBool(type)) return make({ type: 'BOOLEAN' });
  if (DataType.isInt(type)) {
    if (type.bitWidth < 64 && type.isSigned) return make({ type: 'INT32' }, plain, { cast: smallInteger(sqlType) });
    if (type.bitWidth === 64 && type.isSigned) return make({ type: 'INT64' }, plain);
    return make(text, asText, { cast: sqlType });
  }
  if (DataType.isFloat(type)) return make({ type: type.precision === 1 ? 'FLOAT' : 'DOUBLE' }, plain);
  if (DataType.isDate(type)) return make({ type: 'INT32', converted_type: 'DATE' }, plain);
  if (DataType.isTimestamp(type)) {
    const isAdjustedToUTC = type.timezone !== null && type.timezone !== undefined;
    return make({ type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' } }, plain);
  }
  if (DataType.isBinary(type)) {
    const encoding = encodingOf(metadata.get('groma:geometry'));
    // Bytes of a batch stay until their group is written.
    if (encoding === 'wkb') return make({ type: 'BYTE_ARRAY' }, gotten, { isGeometry: true });
    return encoding === 'ewkb'
      ? make({ type: 'BYTE_ARRAY' }, plainWkb, { isGeometry: true })
      : make({ type: 'BYTE_ARRAY' });
  }
  if (metadata.has('groma:json')) return make(text, gotten, { cast: 'JSON' });
  const cast = textType(sqlType);
  return make(text, cast === 'DATE' || cast?.startsWith('TIMESTAMP') ? dayText : gotten, { cast });
}

function encodingOf(geometry: string | undefined): string | undefined {
  return geometry === undefined ? undefined : (JSON.parse(geometry) as { encoding?: string }).encoding;
}

/** PostGIS's form of a geometry in that of the standard. */
const plainWkb =
  (vector: Vector) =>
  (row: number): unknown => {
    const geometry = parseWkb(vector.get(row) as Uint8Array);
    return geometry && formatWkb(withoutMeasures(geometry as SimpleGeometry));
  };

/** PostgreSQL's years before 1 as DuckDB reads them. */
const dayText =
  (vector: Vector) =>
  (row: number): unknown =>
    String(vector.get(row)).replace(/ BC$/, ' (BC)');

function smallInteger(sqlType: string): string | null {
  return /^(TINYINT|SMALLINT)$/i.test(sqlType) ? sqlType : null;
}

/** What the text of a column is read as, by the name of its type in its database; null for text. */
function textType(sqlType: string): string | null {
  const type = sqlType.toUpperCase();
  const [, precision, scale] = /^(?:DECIMAL|NUMERIC)\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision !== undefined) return Number(precision) <= 38 ? `DECIMAL(${precision},${scale})` : 'DOUBLE';
  if (type === 'NUMERIC' || type === 'DECIMAL') return 'DOUBLE';
  if (/^(U?HUGEINT|UUID|INTERVAL|TIME|TIME_NS|DATE|TIMESTAMP_(S|MS|NS))$/.test(type)) return type;
  if (/^TIME(\(\d\))? WITHOUT TIME ZONE$/.test(type)) return 'TIME';
  if (/^TIMESTAMP(\(\d\))? WITHOUT TIME ZONE$/.test(type)) return 'TIMESTAMP';
  return /^TIMESTAMP(\(\d\))? WITH TIME ZONE$/.test(type) ? 'TIMESTAMPTZ' : null;
}
