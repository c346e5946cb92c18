/**
 * Reads tables of FlatBuffers where they lie. What points outside the bytes raises `RangeError`.
 * Source: flatbuffers.dev, "FlatBuffer Internals": a table begins with the distance back to its field offsets.
 */
export class FlatBuffer {
  readonly bytes: Buffer;
  readonly view: DataView;
  /** Place of the root table. */
  readonly root: number;

  /** `start` is where the message begins, behind its size. */
  constructor(bytes: Buffer, start: number) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.root = start + this.view.getUint32(start, true);
  }

  /** Place of a field of a table, 0 where it is left out. */
  field(table: number, index: number): number {
    const offsets = table - this.view.getInt32(table, true);
    const at = 4 + index * 2;
    if (at >= this.view.getUint16(offsets, true)) return 0;
    const offset = this.view.getUint16(offsets + at, true);
    return offset === 0 ? 0 : table + offset;
  }

  byte(table: number, index: number, otherwise = 0): number {
    const at = this.field(table, index);
    return at === 0 ? otherwise : this.view.getUint8(at);
  }

  /** Place of a table that a field points to, 0 where there is none. */
  table(table: number, index: number): number {
    return this.target(this.field(table, index));
  }

  /** First item and number of items of a vector of a field. */
  vector(table: number, index: number, itemBytes: number): { start: number; length: number } {
    const at = this.target(this.field(table, index));
    if (at === 0) return { start: 0, length: 0 };
    const length = this.view.getUint32(at, true);
    if (at + 4 + length * itemBytes > this.bytes.length)
      throw new RangeError('a list is longer than the bytes that hold it');
    return { start: at + 4, length };
  }

  /** The tables of a vector of tables. */
  tables(table: number, index: number): number[] {
    const { start, length } = this.vector(table, index, 4);
    return Array.from({ length }, (_, item) => this.target(start + item * 4));
  }

  text(table: number, index: number): string | null {
    const { start, length } = this.vector(table, index, 1);
    return start === 0 ? null : this.bytes.toString('utf8', start, start + length);
  }

  private target(at: number): number {
    return at === 0 ? 0 : at + this.view.getUint32(at, true);
  }
}

let last: { bytes: Buffer; view: DataView } | null = null;

/** Messages that lie in the same bytes share a view. */
function viewOf(bytes: Buffer): DataView {
  if (last?.bytes !== bytes) last = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  return last.view;
}
