/** A field of a table: its number, and what it holds. */
export type FlatField =
  | { field: number; bytes: 1 | 2 | 4 | 8; value: number }
  | { field: number; text: string }
  | { field: number; doubles: readonly number[] }
  | { field: number; table: FlatField[] }
  | { field: number; tables: FlatField[][] };

/** Places of the offsets that are filled in once it is known where what they point to lies. */
interface Open {
  at: number;
  field: Exclude<FlatField, { value: number }>;
}

/**
 * A small FlatBuffers message with its size in front, all of whose parts lie behind what points to them. For headers;
 * features are laid out by hand. Source: flatbuffers.dev, "FlatBuffer Internals".
 */
export function flatMessage(root: FlatField[]): Buffer {
  const message = new Message();
  message.writeRoot(root);
  return message.finish();
}

class Message {
  #bytes = Buffer.alloc(1 << 16);
  /** Behind the size and the place of the root. */
  #length = 8;

  writeRoot(root: FlatField[]): void {
    this.#point(4, this.#table(root));
  }

  finish(): Buffer {
    this.#align(8);
    this.#bytes.writeUInt32LE(this.#length - 4, 0);
    return this.#bytes.subarray(0, this.#length);
  }

  /** Writes a table and all it holds; gives its place. */
  #table(fields: FlatField[]): number {
    const last = Math.max(...fields.map(({ field }) => field));
    const offsetsBytes = 4 + 2 * (last + 1);
    this.#align(8);
    // The table begins at a multiple of 8 behind its offsets, and each of its fields has 8 bytes.
    const offsets = this.#take(Math.ceil(offsetsBytes / 8) * 8);
    const table = this.#take(8 + 8 * fields.length);
    this.#bytes.writeUInt16LE(offsetsBytes, offsets);
    this.#bytes.writeUInt16LE(8 + 8 * fields.length, offsets + 2);
    this.#bytes.writeInt32LE(table - offsets, table);
    const open: Open[] = [];
    for (const [index, field] of fields.entries()) {
      const at = table + 8 + 8 * index;
      this.#bytes.writeUInt16LE(at - table, offsets + 4 + 2 * field.field);
      if (!('value' in field)) open.push({ at, field });
      else if (field.bytes === 8) this.#bytes.writeBigUInt64LE(BigInt(field.value), at);
      else this.#bytes.writeUIntLE(field.value, at, field.bytes);
    }
    for (const { at, field } of open) this.#point(at, this.#content(field));
    return table;
  }

  #content(field: Open['field']): number {
    if ('table' in field) return this.#table(field.table);
    if ('text' in field) return this.#text(field.text);
    if ('doubles' in field) return this.#doubles(field.doubles);
    const list = this.#vector(field.tables.length, 4);
    for (const [index, each] of field.tables.entries()) this.#point(list + 4 + 4 * index, this.#table(each));
    return list;
  }

  #text(text: string): number {
    const bytes = Buffer.from(text, 'utf8');
    const at = this.#vector(bytes.length, 1, 1);
    bytes.copy(this.#bytes, at + 4);
    return at;
  }

  #doubles(values: readonly number[]): number {
    const at = this.#vector(values.length, 8);
    for (const [index, value] of values.entries()) this.#bytes.writeDoubleLE(value, at + 4 + 8 * index);
    return at;
  }

  /** Room for the length of a vector and its items, which begin at a multiple of 8; gives the place of the length. */
  #vector(length: number, itemBytes: number, behind = 0): number {
    this.#align(8);
    const at = this.#take(8 + length * itemBytes + behind) + 4;
    this.#bytes.writeUInt32LE(length, at);
    return at;
  }

  #point(from: number, to: number): void {
    this.#bytes.writeUInt32LE(to - from, from);
  }

  #align(bytes: number): void {
    this.#take((bytes - (this.#length % bytes)) % bytes);
  }

  #take(bytes: number): number {
    const at = this.#length;
    this.#length += bytes;
    if (this.#length > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(this.#length, 2 * this.#bytes.length));
      this.#bytes.copy(grown);
      this.#bytes = grown;
    }
    return at;
  }
}
