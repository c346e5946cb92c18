import type { ColumnBatch, ColumnShape } from './column-batch.ts';
import { cellWriters, type CellWriter } from './json-cells.ts';
import { writeAscii } from './json-digits.ts';

/** What a cell takes where nothing is known of it. */
const cellBytes = 16;

/**
 * Writes rows of a batch as JSON, byte by byte: texts lie in the batch as they are sent, and to make letters of
 * JavaScript of them and bytes again takes four times as long. Texts of more than `most` bytes are cut and end in `…`.
 */
export class JsonRows {
  readonly #cells: readonly CellWriter[];
  #bytes: Buffer;
  #length = 0;

  constructor(
    shapes: readonly ColumnShape[],
    batch: ColumnBatch,
    { most = Infinity, rows = batch.rows }: { most?: number; rows?: number } = {},
  ) {
    this.#cells = cellWriters(shapes, batch, most);
    const texts = batch.columns.reduce(
      (sum, { offsets }) => sum + (offsets ? offsets[batch.rows]! - offsets[0]! : 0),
      0,
    );
    const wanted =
      Math.min(texts * Math.min(1, rows / Math.max(1, batch.rows)), rows * shapes.length * most) +
      rows * (2 + shapes.length * cellBytes);
    this.#bytes = Buffer.from(new ArrayBuffer(256 + Math.ceil(wanted * 1.1)));
  }

  get length(): number {
    return this.#length;
  }

  /** What was written, on its own memory. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  ascii(text: string): this {
    this.#reserve(text.length);
    this.#length = writeAscii(this.#bytes, this.#length, text);
    return this;
  }

  /** Rows from one to before another, with commas between them. */
  rows(from: number, to: number): this {
    for (let row = from; row < to; row++) {
      if (row > from) this.#comma();
      this.row(row);
    }
    return this;
  }

  row(row: number): this {
    const cells = this.#cells;
    let room = 2;
    for (let column = 0; column < cells.length; column++) room += 1 + cells[column]!.room(row);
    this.#reserve(room);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = 0x5b;
    for (let column = 0; column < cells.length; column++) {
      if (column > 0) bytes[at++] = 0x2c;
      at = cells[column]!.write(bytes, at, row);
    }
    bytes[at++] = 0x5d;
    this.#length = at;
    return this;
  }

  #comma(): void {
    if (this.#length === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.#length++] = 0x2c;
  }

  /** Forgets what was written after a place. */
  cutAt(length: number): void {
    this.#length = length;
  }

  #reserve(room: number): void {
    if (this.#length + room <= this.#bytes.length) return;
    const larger = Buffer.from(new ArrayBuffer(Math.max(this.#length + room, this.#bytes.length * 2)));
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}

/** The rows of a batch as JSON: `[[…],[…]]`, on one line. */
export function jsonRows(
  shapes: readonly ColumnShape[],
  batch: ColumnBatch,
  from = 0,
  to = batch.rows,
  most = Infinity,
): Buffer {
  return new JsonRows(shapes, batch, { most, rows: to - from }).ascii('[').rows(from, to).ascii(']').bytes;
}

/** The same as values. */
export function rowValues(...asked: Parameters<typeof jsonRows>): unknown[][] {
  return JSON.parse(jsonRows(...asked).toString()) as unknown[][];
}
