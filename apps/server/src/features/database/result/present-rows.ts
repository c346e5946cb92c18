import { formatWkt, parseWkb } from '@groma/geo';
import { DataType, tableFromIPC, type Data, type Field } from 'apache-arrow';
import { csvCell, type ColumnGeometry } from '@groma/model';
import { ArrowWriter } from '../engine/rows/arrow-writer.ts';
import {
  isValid,
  isVariable,
  sliceBatch,
  type ColumnBatch,
  type ColumnData,
  type ColumnKind,
  type ColumnShape,
  type FixedValues,
} from '../engine/rows/column-batch.ts';
import { jsonRows, rowValues } from '../engine/rows/json-rows.ts';
import { pageBytes, pageRows } from '../engine/rows/page-rows.ts';

/**
 * Some rows of a batch of a kept result, in a form. `page`: so many as have `room`, after how many they are in four
 * bytes.
 */
export interface PresentTask {
  schema: Uint8Array;
  batch: Uint8Array;
  from: number;
  to: number;
  form: 'arrow' | 'arrow-first' | 'json' | 'page' | 'csv';
  room?: { bytes: number; isFirst: boolean };
  /** Of one cell as JSON. */ mostBytes?: number;
}

/** Presents rows. `arrow-first` has the schema before them, neither has the end of a stream. */
export function presentRows({ schema, batch, from, to, form, mostBytes, room }: PresentTask): Uint8Array {
  const read = readBatch(schema, batch);
  switch (form) {
    case 'arrow':
    case 'arrow-first': {
      const writer = new ArrowWriter(read.shapes);
      const begin = writer.begin();
      const rows = writer.write(sliceBatch(read.batch, from, to));
      return Buffer.concat(form === 'arrow-first' ? [...begin, ...rows] : rows);
    }
    case 'json':
      return jsonRows(read.shapes, read.batch, from, to, mostBytes);
    case 'page': {
      const { text, rows } = pageRows(
        read.shapes,
        read.batch,
        { from, to },
        room ?? { bytes: pageBytes, isFirst: true },
      );
      const count = Buffer.alloc(4);
      count.writeUInt32LE(rows);
      return Buffer.concat([count, text]);
    }
    case 'csv':
      return Buffer.from(csvRows(read.shapes, read.batch, from, to));
    default:
      return form satisfies never;
  }
}

/** An Arrow stream whose first rows are wanted as CSV. */
export interface CsvTask {
  form: 'csv-of-stream';
  stream: Uint8Array;
  mostRows: number;
  mostCharacters: number;
}

/** The first rows of a result as CSV with a header. `isCut`: a row of them was too long to be shown whole. */
export interface FirstRows {
  text: string;
  hasMore: boolean;
  isCut: boolean;
}

const rowsAtOnce = 100;

/** The first rows of a stream, as JSON of `FirstRows`. */
export function firstRowsAsCsv({ stream, mostRows, mostCharacters }: CsvTask): Uint8Array {
  const table = tableFromIPC(stream);
  const shapes = table.schema.fields.map(shapeOf);
  let text = `${shapes.map(({ name }) => csvCell(name)).join(',')}\r\n`;
  let rows = 0;
  for (const batch of table.batches) {
    const columns = columnsOf(shapes, batch.data);
    for (let from = 0; from < columns.rows && rows < mostRows && text.length < mostCharacters;) {
      const to = Math.min(from + Math.min(rowsAtOnce, mostRows - rows), columns.rows);
      text += csvRows(shapes, columns, from, to);
      rows += to - from;
      from = to;
    }
  }
  const isCut = text.length > mostCharacters;
  const first: FirstRows = { text: text.slice(0, mostCharacters), hasMore: rows < table.numRows, isCut };
  return Buffer.from(JSON.stringify(first));
}

function columnsOf(shapes: readonly ColumnShape[], { length, children }: Data): ColumnBatch {
  return { rows: length, columns: shapes.map((shape, index) => columnOf(shape, children[index]!, length)) };
}

function readBatch(schema: Uint8Array, bytes: Uint8Array): { shapes: ColumnShape[]; batch: ColumnBatch } {
  const table = tableFromIPC(Buffer.concat([schema, bytes]));
  const [batch] = table.batches;
  const shapes = table.schema.fields.map(shapeOf);
  return { shapes, batch: batch ? columnsOf(shapes, batch.data) : { rows: 0, columns: [] } };
}

function shapeOf(field: Field): ColumnShape {
  const geometry = field.metadata.get('groma:geometry');
  return {
    name: field.name,
    type: field.metadata.get('groma:type') ?? String(field.type),
    kind: kindOf(field),
    ...(DataType.isTimestamp(field.type) && field.type.timezone !== null && { isMoment: true }),
    ...(geometry !== undefined && { geometry: JSON.parse(geometry) as ColumnGeometry }),
  };
}

function kindOf({ type, metadata }: Field): ColumnKind {
  if (DataType.isBool(type)) return 'bool';
  if (DataType.isInt(type)) return `${type.isSigned ? '' : 'u'}int${type.bitWidth}` as ColumnKind;
  if (DataType.isFloat(type)) return type.precision === 2 ? 'float64' : 'float32';
  if (DataType.isDate(type)) return 'date';
  if (DataType.isTimestamp(type)) return 'timestamp';
  if (DataType.isBinary(type)) return 'binary';
  return metadata.has('groma:json') ? 'json' : 'utf8';
}

function columnOf({ kind }: ColumnShape, data: Data, rows: number): ColumnData {
  const validity = data.nullCount > 0 ? data.nullBitmap : null;
  if (isVariable(kind))
    return { values: data.values as Uint8Array, offsets: data.valueOffsets as unknown as Int32Array, validity };
  if (kind !== 'bool') return { values: data.values as FixedValues, validity };
  const bits = data.values as Uint8Array;
  return { values: Uint8Array.from({ length: rows }, (_each, row) => (bits[row >> 3]! >> (row & 7)) & 1), validity };
}

/** Rows as CSV, with geometries, bytes and moments as the grid shows them. */
function csvRows(shapes: readonly ColumnShape[], batch: ColumnBatch, from: number, to: number): string {
  const shown = shapes.map((shape, column) => shownText(shape, batch.columns[column]!));
  const cell = (value: unknown, column: number, row: number): string =>
    csvCell(isValid(batch.columns[column]!, row) ? shown[column]!(value, row) : null);
  return rowValues(shapes, batch, from, to)
    .map((row, at) => `${row.map((value, column) => cell(value, column, from + at)).join(',')}\r\n`)
    .join('');
}

function shownText(shape: ColumnShape, column: ColumnData): (value: unknown, row: number) => unknown {
  // As values, their long numbers would be rounded.
  if (shape.kind === 'json') return (_value, row) => cellBytes(column, row).toString();
  if (shape.kind === 'float32' || shape.kind === 'float64') return (value) => (Object.is(value, -0) ? '-0' : value);
  if (shape.kind === 'binary') return (value, row) => (shape.geometry && wktText(column, row)) ?? `\\x${String(value)}`;
  return shape.kind === 'timestamp' && shape.isMoment ? (value) => momentText(String(value)) : (value) => value;
}

/** A moment as DuckDB writes it, of one as ISO 8601 does, where 1 BC is the year 0. */
function momentText(iso: string): string {
  const [, sign = '', year = '', rest = ''] = /^([+-]?)(\d{4,6})(.*)$/.exec(iso) ?? [];
  if (year === '') return iso;
  const counted = sign === '-' ? -Number(year) : Number(year);
  const text = `${String(counted > 0 ? counted : 1 - counted).padStart(4, '0')}${rest}`.replace(/Z$/, '+00');
  return text.replace('T', counted > 0 ? ' ' : ' (BC) ');
}

function cellBytes({ values, offsets }: ColumnData, row: number): Buffer {
  return Buffer.from((values as Uint8Array).slice(offsets![row], offsets![row + 1]));
}

/** Nothing where the bytes are a geometry that cannot be read. */
function wktText(column: ColumnData, row: number): string | undefined {
  try {
    const geometry = parseWkb(cellBytes(column, row));
    return geometry ? formatWkt(geometry) : 'GEOMETRY EMPTY';
  } catch {
    return undefined;
  }
}
