import type { BatchGeometry } from '@groma/geo';

const codes = { point: 1, line: 2, polygon: 3 } as const;
/** What a type code has more for several members, and for heights (ISO). */
const [multi, withHeight] = [3, 1_000];
const headerBytes = 5;

/** Each geometry is behind its length. */
const lengthBytes = 4;

/**
 * The geometries of the rows of a batch as ISO well-known binary (OGC 06-103r4), little-endian, without M values: what
 * `formatWkb` writes of each, from the flat arrays, with no geometry made on the way. Each stands behind its length in
 * bytes, four bytes long, as Parquet has them.
 */
export function batchWkb(geometry: BatchGeometry, rows: readonly number[] | null): Uint8Array {
  const count = rows?.length ?? geometry.features.length - 1;
  if (geometry.kind === 'point' && geometry.size === 2 && geometry.features[0] === 0) {
    const points = lonePoints(geometry, rows, count);
    if (points) return points;
  }
  const encoder = new BatchEncoder(geometry, mostBytes(geometry));
  for (let index = 0; index < count; index++) encoder.row(rows ? rows[index]! : index);
  return encoder.finish();
}

/** Points that are all alone in their rows, of which most layers of points consist. Null where any is not. */
function lonePoints(
  { coordinates, features, isLoneMulti }: BatchGeometry,
  rows: readonly number[] | null,
  count: number,
) {
  const last = features.length - 1;
  if (isLoneMulti !== undefined || features[last] !== last) return null;
  const bytes = new Uint8Array(count * (lengthBytes + headerBytes + 16));
  const view = new DataView(bytes.buffer);
  for (let [index, at] = [0, 0]; index < count; index++, at += lengthBytes + headerBytes + 16) {
    const row = rows ? rows[index]! : index;
    if (features[row] !== row) return null;
    view.setInt32(at, headerBytes + 16, true);
    bytes[at + 4] = 1;
    bytes[at + 5] = codes.point;
    view.setFloat64(at + 9, coordinates[row * 2]!, true);
    view.setFloat64(at + 17, coordinates[row * 2 + 1]!, true);
  }
  return bytes;
}

function mostBytes({ coordinates, size, features, members, rings }: BatchGeometry): number {
  const positions = coordinates.length / size;
  const [shapes, lines] = [(members?.length ?? features.length) + positions, rings?.length ?? 0];
  // A ring that is not closed is closed with one position more.
  return (positions + lines) * 24 + (features.length + shapes + lines) * (lengthBytes + 9);
}

class BatchEncoder {
  readonly #geometry: BatchGeometry;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #hasHeight = false;

  constructor(geometry: BatchGeometry, bytes: number) {
    this.#geometry = geometry;
    this.#bytes = new Uint8Array(bytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  row(row: number): void {
    const { kind, size, features, isLoneMulti } = this.#geometry;
    const [from, to] = [features[row]!, features[row + 1]!];
    const start = this.#at;
    this.#at += lengthBytes;
    this.#hasHeight = size === 3 && this.#anyHeight(from, to);
    const isSingle = to - from === 1 && isLoneMulti?.(row) !== true;
    if (!isSingle) {
      this.#header(codes[kind] + multi);
      this.#count(to - from);
    }
    for (let member = from; member < to; member++) this.#member(member);
    this.#view.setUint32(start, this.#at - start - lengthBytes, true);
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  #anyHeight(from: number, to: number): boolean {
    const { kind, members, rings, coordinates } = this.#geometry;
    const position = (member: number): number =>
      kind === 'point' ? member : kind === 'line' ? members![member]! : rings![members![member]!]!;
    for (let at = position(from); at < position(to); at++) if (!Number.isNaN(coordinates[at * 3 + 2]!)) return true;
    return false;
  }

  #member(member: number): void {
    const { kind, members, rings } = this.#geometry;
    this.#header(codes[kind]);
    if (kind === 'point') return this.#positions(member, member + 1);
    const [from, to] = [members![member]!, members![member + 1]!];
    if (kind === 'line') {
      this.#count(to - from);
      return this.#positions(from, to);
    }
    this.#count(to - from);
    for (let ring = from; ring < to; ring++) this.#ring(rings![ring]!, rings![ring + 1]!);
  }

  #ring(from: number, to: number): void {
    const { coordinates, size } = this.#geometry;
    const last = to - 1;
    const isClosed =
      to <= from ||
      (coordinates[from * size] === coordinates[last * size] &&
        coordinates[from * size + 1] === coordinates[last * size + 1]);
    this.#count(to - from + (isClosed ? 0 : 1));
    this.#positions(from, to);
    if (!isClosed) this.#positions(from, from + 1);
  }

  #positions(from: number, to: number): void {
    const { coordinates, size } = this.#geometry;
    for (let at = from * size; at < to * size; at += size) {
      this.#view.setFloat64(this.#at, coordinates[at]!, true);
      this.#view.setFloat64(this.#at + 8, coordinates[at + 1]!, true);
      if (this.#hasHeight) {
        const height = coordinates[at + 2]!;
        this.#view.setFloat64(this.#at + 16, Number.isNaN(height) ? 0 : height, true);
      }
      this.#at += this.#hasHeight ? 24 : 16;
    }
  }

  #header(code: number): void {
    this.#bytes[this.#at] = 1;
    this.#view.setUint32(this.#at + 1, code + (this.#hasHeight ? withHeight : 0), true);
    this.#at += headerBytes;
  }

  #count(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }
}
