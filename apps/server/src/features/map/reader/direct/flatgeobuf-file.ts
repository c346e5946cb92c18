import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FlatBuffer } from '../../import/flat-buffer.ts';
import { FLATGEOBUF_MAGIC } from './flatgeobuf-head.ts';
import { countIndexNodes, NODE_BYTES } from './flatgeobuf-index.ts';
import { NeedsLongWay } from './needs-long-way.ts';

/** Fields of the Header, Column and Crs tables. */
const NAME = 0,
  GEOMETRY_TYPE = 2,
  HAS_MEASURE = 4,
  HAS_TIME = 5,
  HAS_TICKS = 6,
  COLUMNS = 7,
  FEATURES_COUNT = 8,
  INDEX_NODE_SIZE = 9,
  CRS = 10,
  COLUMN_TYPE = 1,
  CRS_ORG = 0,
  CRS_CODE = 1;
const usualNodeSize = 16;
const mostHeadBytes = 16 * 1_048_576;
const pieceBytes = 4 * 1_048_576;

export interface FlatFileLayer {
  geometryType: number;
  /** Codes of the types are those of the format. */
  columns: { name: string; type: number }[];
  count: number;
}

/** A FlatGeobuf that lies in a file, in longitude and latitude. It blocks its thread. */
export class FlatGeobufFile {
  readonly layer: FlatFileLayer;
  readonly #file: number;
  readonly #size: number;
  readonly #start: number;

  /** @throws NeedsLongWay where it is none, or in another system, or without a count of its features. */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    try {
      this.#size = fstatSync(this.#file).size;
      const start = FLATGEOBUF_MAGIC.length;
      const head = this.#read(0, start + 4);
      const headBytes = head.length < start + 4 ? 0 : head.readUInt32LE(start);
      if (headBytes < 8 || headBytes > mostHeadBytes || !isMagic(head)) throw new NeedsLongWay();
      const header = new FlatBuffer(this.#read(0, start + 4 + headBytes), start + 4);
      this.layer = layerOf(header);
      this.#start = start + 4 + headBytes + indexBytes(header, this.layer.count);
    } catch (error) {
      closeSync(this.#file);
      throw error instanceof RangeError ? new NeedsLongWay() : error;
    }
  }

  /**
   * The features in the order of the file, each where it lies in bytes that are used again for those after it; between
   * pieces of the file comes the share that was read. @throws NeedsLongWay where the file ends in the middle.
   */
  *features(): Generator<FlatBuffer | number> {
    let bytes = Buffer.allocUnsafe(pieceBytes);
    let filled = 0;
    for (let at = this.#start; at < this.#size;) {
      const read = readSync(this.#file, bytes, filled, bytes.length - filled, at);
      if (read === 0) throw new NeedsLongWay();
      at += read;
      filled += read;
      let place = 0;
      let needed = 4;
      while (place + 4 <= filled) {
        needed = 4 + bytes.readUInt32LE(place);
        if (place + needed > filled) break;
        // Nothing of a feature may point outside of it.
        yield new FlatBuffer(bytes.subarray(place, place + needed), 4);
        place += needed;
      }
      filled -= place;
      if (needed <= bytes.length) bytes.copyWithin(0, place, place + filled);
      else {
        if (needed > this.#size) throw new NeedsLongWay();
        const larger = Buffer.allocUnsafe(needed);
        bytes.copy(larger, 0, place, place + filled);
        bytes = larger;
      }
      yield at / this.#size;
    }
    if (filled > 0) throw new NeedsLongWay();
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(start: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(this.#file, bytes, 0, length, start));
  }
}

/** The last byte is the version of a patch. */
function isMagic(head: Buffer): boolean {
  const fixed = FLATGEOBUF_MAGIC.length - 1;
  return head.subarray(0, fixed).equals(FLATGEOBUF_MAGIC.subarray(0, fixed));
}

function layerOf(header: FlatBuffer): FlatFileLayer {
  const { root, view } = header;
  const crs = header.table(root, CRS);
  const code = crs === 0 ? 0 : header.field(crs, CRS_CODE);
  const isDegrees = code !== 0 && view.getInt32(code, true) === 4326 && header.text(crs, CRS_ORG) === 'EPSG';
  const count = header.field(root, FEATURES_COUNT);
  const hasMore = [HAS_MEASURE, HAS_TIME, HAS_TICKS].some((field) => header.byte(root, field) !== 0);
  if (!isDegrees || count === 0 || hasMore) throw new NeedsLongWay();
  return {
    geometryType: header.byte(root, GEOMETRY_TYPE),
    columns: header.tables(root, COLUMNS).map((column) => ({
      name: header.text(column, NAME) ?? '',
      type: header.byte(column, COLUMN_TYPE),
    })),
    count: Number(view.getBigUint64(count, true)),
  };
}

function indexBytes(header: FlatBuffer, count: number): number {
  const at = header.field(header.root, INDEX_NODE_SIZE);
  const nodeSize = at === 0 ? usualNodeSize : header.view.getUint16(at, true);
  if (nodeSize === 0) return 0;
  if (nodeSize < 2 || count === 0) throw new NeedsLongWay();
  return countIndexNodes(count, nodeSize) * NODE_BYTES;
}
