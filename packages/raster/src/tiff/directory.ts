import { RasterError } from '../raster-error.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { readText, readValues } from './read-values.ts';
import { typeBytes } from './tag-table.ts';

/** Where the values of a field lie. */
interface Field {
  type: number;
  count: number;
  offset: number;
}

/** Values of a field that are read at once at most; longer ones are lists of blocks and are read by pieces. */
const mostValues = 1_000_000;
const pieceValues = 4_096;
/** Pieces of long lists that are kept. */
const mostPieces = 256;
/** Characters of a text that are read: what GDAL writes of a few hundred bands fits, what lies beyond is left out. */
const longestText = 256 * 1024;

/** One image file directory: its fields are read when they are asked for. */
export class Directory {
  /** Where it begins in the file. */
  readonly offset: number;
  readonly #source: ByteSource;
  readonly #fields: ReadonlyMap<number, Field>;
  readonly #isLittle: boolean;
  readonly #pieces = new Map<string, Promise<number[]>>();

  constructor(source: ByteSource, offset: number, fields: ReadonlyMap<number, Field>, isLittle: boolean) {
    this.offset = offset;
    this.#source = source;
    this.#fields = fields;
    this.#isLittle = isLittle;
  }

  get isLittle(): boolean {
    return this.#isLittle;
  }

  has(tag: number): boolean {
    return this.#fields.has(tag);
  }

  /** How many values a field has; 0 without it. */
  count(tag: number): number {
    return this.#fields.get(tag)?.count ?? 0;
  }

  /** All values of a field; none without it. @throws RasterError DAMAGED, TOO_LARGE */
  async values(tag: number): Promise<number[]> {
    const field = this.#fields.get(tag);
    if (!field) return [];
    if (field.count > mostValues) throw new RasterError('TOO_LARGE', `The field ${tag} has ${field.count} values.`);
    return this.#read(field, 0, field.count);
  }

  /** The first value of a field, or `otherwise`. */
  async number(tag: number, otherwise: number): Promise<number> {
    const field = this.#fields.get(tag);
    return field && field.count > 0 ? (await this.#read(field, 0, 1))[0]! : otherwise;
  }

  /** The text of a field, as far as it is read; empty without it. */
  async text(tag: number): Promise<string> {
    const field = this.#fields.get(tag);
    return field ? readText(await this.#read(field, 0, Math.min(field.count, longestText))) : '';
  }

  /** The bytes of a field as they are. */
  async bytes(tag: number): Promise<Uint8Array> {
    return Uint8Array.from(await this.values(tag));
  }

  /** One value of a long list, such as the offsets of a million blocks; the list is read by pieces, each once. */
  async valueAt(tag: number, index: number): Promise<number> {
    const field = this.#fields.get(tag);
    if (!field || index >= field.count) return 0;
    const first = Math.floor(index / pieceValues) * pieceValues;
    const key = `${tag}:${first}`;
    let piece = this.#pieces.get(key);
    if (!piece) {
      piece = this.#read(field, first, Math.min(pieceValues, field.count - first));
      this.#pieces.set(key, piece);
      const [oldest] = this.#pieces.keys();
      if (this.#pieces.size > mostPieces && oldest !== undefined) this.#pieces.delete(oldest);
      piece.catch(() => this.#pieces.delete(key));
    }
    return (await piece)[index - first]!;
  }

  async #read({ type, offset }: Field, first: number, count: number): Promise<number[]> {
    const size = typeBytes[type]!;
    const start = offset + first * size;
    if (start + count * size > this.#source.size)
      throw new RasterError('DAMAGED', 'A field points behind the end of the file.');
    const bytes = await this.#source.read(start, count * size);
    return readValues(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, type, count, this.#isLittle);
  }
}

/** Reads the list of fields of a directory. @returns the directory and the offset of the next one, 0 at the end */
export async function readDirectory(
  source: ByteSource,
  offset: number,
  { isLittle, isBig }: { isLittle: boolean; isBig: boolean },
): Promise<{ directory: Directory; next: number }> {
  const [countBytes, fieldBytes, inlineBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const head = await readView(source, offset, countBytes);
  const count = isBig ? Number(head.getBigUint64(0, isLittle)) : head.getUint16(0, isLittle);
  if (count === 0 || count > 4_096) throw new RasterError('DAMAGED', `A directory of the file claims ${count} fields.`);
  const view = await readView(source, offset + countBytes, count * fieldBytes + inlineBytes);
  const fields = new Map<number, Field>();
  for (let index = 0; index < count; index += 1) {
    const at = index * fieldBytes;
    const type = view.getUint16(at + 2, isLittle);
    const size = typeBytes[type];
    // Field types of later standards are passed over, as TIFF 6.0 §2 asks.
    if (size === undefined) continue;
    const values = isBig ? Number(view.getBigUint64(at + 4, isLittle)) : view.getUint32(at + 4, isLittle);
    const valueAt = at + (isBig ? 12 : 8);
    const isInline = values * size <= inlineBytes;
    const place = isInline
      ? offset + countBytes + valueAt
      : isBig
        ? Number(view.getBigUint64(valueAt, isLittle))
        : view.getUint32(valueAt, isLittle);
    fields.set(view.getUint16(at, isLittle), { type, count: values, offset: place });
  }
  const next = isBig
    ? Number(view.getBigUint64(count * fieldBytes, isLittle))
    : view.getUint32(count * fieldBytes, isLittle);
  return { directory: new Directory(source, offset, fields, isLittle), next };
}

async function readView(source: ByteSource, offset: number, length: number): Promise<DataView> {
  if (offset < 0 || offset + length > source.size)
    throw new RasterError('DAMAGED', 'The file ends before its directory does.');
  const bytes = await source.read(offset, length);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
