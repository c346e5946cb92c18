import {
  AsyncByteQueue,
  Binary,
  Bool,
  DateDay,
  Field,
  Float32,
  Float64,
  Int16,
  Int32,
  Int64,
  Int8,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Uint16,
  Uint32,
  Uint64,
  Uint8,
  Utf8,
  type Data,
  type DataType,
} from 'apache-arrow';
import { isVariable, type ColumnBatch, type ColumnData, type ColumnShape } from './column-batch.ts';

/** Names in the metadata of a field: the database's own type, and the geometry as JSON. */
const fieldNames = { type: 'groma:type', geometry: 'groma:geometry', json: 'groma:json' } as const;

/** Takes the bytes at once, where the library's own sink would wait for a reader. */
class DirectSink extends AsyncByteQueue {
  readonly #take: (piece: Uint8Array) => void;

  constructor(take: (piece: Uint8Array) => void) {
    super();
    this.#take = take;
  }

  override write(value: Uint8Array): undefined {
    if (value.byteLength > 0) this.#take(value);
  }
}

/** Writes batches as an Arrow IPC stream, piece by piece. */
export class ArrowWriter {
  readonly #schema: Schema;
  readonly #shapes: readonly ColumnShape[];
  readonly #writer = new RecordBatchStreamWriter({ autoDestroy: false });
  #pieces: Uint8Array[] = [];

  constructor(shapes: readonly ColumnShape[]) {
    this.#shapes = shapes;
    this.#schema = new Schema(
      shapes.map(
        (shape) =>
          new Field(
            shape.name,
            typeOf(shape),
            true,
            new Map([
              [fieldNames.type, shape.type],
              ...(shape.geometry ? [[fieldNames.geometry, JSON.stringify(shape.geometry)] as const] : []),
              ...(shape.kind === 'json' ? [[fieldNames.json, 'true'] as const] : []),
            ]),
          ),
      ),
    );
    this.#writer.reset(new DirectSink((piece) => this.#pieces.push(piece)) as never, this.#schema);
  }

  /** The bytes of the schema. */
  begin(): Uint8Array[] {
    return this.#take();
  }

  /** The bytes of a batch, in pieces that lie on its own memory. */
  write({ rows, columns }: ColumnBatch): Uint8Array[] {
    const children = this.#shapes.map((shape, index) => dataOf(shape, columns[index]!, rows));
    this.#writer.write(
      new RecordBatch(
        this.#schema,
        makeData({ type: new Struct(this.#schema.fields), length: rows, nullCount: 0, children }),
      ),
    );
    return this.#take();
  }

  /** The bytes that say that there is no more. */
  end(): Uint8Array[] {
    this.#writer.finish();
    return this.#take();
  }

  #take(): Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}

function typeOf({ kind, isMoment }: ColumnShape): DataType {
  switch (kind) {
    case 'bool':
      return new Bool();
    case 'int8':
      return new Int8();
    case 'int16':
      return new Int16();
    case 'int32':
      return new Int32();
    case 'int64':
      return new Int64();
    case 'uint8':
      return new Uint8();
    case 'uint16':
      return new Uint16();
    case 'uint32':
      return new Uint32();
    case 'uint64':
      return new Uint64();
    case 'float32':
      return new Float32();
    case 'float64':
      return new Float64();
    case 'date':
      return new DateDay();
    case 'timestamp':
      return new TimestampMicrosecond(isMoment ? 'UTC' : null);
    case 'binary':
      return new Binary();
    case 'utf8':
    case 'json':
      return new Utf8();
    default:
      return kind satisfies never;
  }
}

function dataOf(shape: ColumnShape, column: ColumnData, rows: number): Data {
  const nullBitmap = column.validity ?? undefined;
  const parts = { type: typeOf(shape), length: rows, nullCount: column.validity ? -1 : 0, nullBitmap };
  if (isVariable(shape.kind)) return makeData({ ...parts, valueOffsets: column.offsets, data: column.values } as never);
  return makeData({
    ...parts,
    data: shape.kind === 'bool' ? packBits(column.values as Uint8Array, rows) : column.values,
  } as never);
}

function packBits(bytes: Uint8Array, rows: number): Uint8Array {
  const bits = new Uint8Array((rows + 7) >> 3);
  for (let row = 0; row < rows; row++) if (bytes[row]) bits[row >> 3]! |= 1 << (row & 7);
  return bits;
}
