import type { Position } from '../coordinate.ts';
import { geometryMembers, type GeometryKind, type SimpleGeometry } from '../geometry.ts';
import { growableBytes, growableFloats, growableInts, type Growable } from '../snapshot/growable.ts';
import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { reversePositions, ringArea } from './ring-area.ts';

/** Where a writer stands, to go back to. */
export type WriterMark = { coordinates: number; rings: number; members: number };

/**
 * Packs geometries of one kind row by row, with two or three numbers for each position; a height that is not there is
 * NaN.
 */
export class PackedWriter {
  readonly kind: Exclude<GeometryKind, 'none'>;
  readonly size: 2 | 3;
  readonly coordinates = growableFloats(1024);
  readonly #features = offsets();
  readonly #members: Growable<Int32Array<ArrayBuffer>> | null;
  readonly #rings: Growable<Int32Array<ArrayBuffer>> | null;
  readonly #multis = growableBytes();
  #hasMultis = false;
  #hasHeights = false;

  constructor(kind: Exclude<GeometryKind, 'none'>, size: 2 | 3) {
    this.kind = kind;
    this.size = size;
    this.#members = kind === 'point' ? null : offsets();
    this.#rings = kind === 'polygon' ? offsets() : null;
  }

  get rows(): number {
    return this.#features.length - 1;
  }

  get positions(): number {
    return this.coordinates.length / this.size;
  }

  /** Members that the row being written has so far. */
  get memberCount(): number {
    return this.#allMembers() - this.#features.values[this.rows]!;
  }

  position(x: number, y: number, z = NaN): void {
    this.coordinates.push(x);
    this.coordinates.push(y);
    if (this.size === 2) return;
    this.coordinates.push(z);
    if (z === z) this.#hasHeights = true;
  }

  /** Copies positions of an array with `size` numbers for each. */
  copy(source: Float64Array, size: number, first: number, end: number): void {
    if (size === this.size && end - first > 16) {
      this.coordinates.append(source.subarray(first * size, end * size) as Float64Array<ArrayBuffer>);
      if (size === 3)
        for (let at = first * 3 + 2; at < end * 3 && !this.#hasHeights; at += 3)
          if (source[at] === source[at]) this.#hasHeights = true;
      return;
    }
    for (let at = first * size; at < end * size; at += size)
      this.position(source[at]!, source[at + 1]!, size === 3 ? source[at + 2]! : NaN);
  }

  endRing(): void {
    this.#rings!.push(this.positions);
  }

  /** Ends a ring counterclockwise, or clockwise as a hole, as RFC 7946 has them. */
  endOrientedRing(isHole: boolean): void {
    const first = this.#rings!.values[this.#rings!.length - 1]!;
    if (ringArea(this.coordinates.values, this.size, first, this.positions) > 0 === isHole)
      reversePositions(this.coordinates.values, this.size, first, this.positions);
    this.endRing();
  }

  /** Ends a line, or a polygon after its rings. */
  endMember(): void {
    if (this.#members) this.#members.push(this.#rings ? this.#rings.length - 1 : this.positions);
  }

  /** Ends a row; `isMulti` says that one member is a multi geometry all the same. */
  endRow(isMulti = false): void {
    if (isMulti) {
      this.#multis.set(this.rows, 1);
      this.#hasMultis = true;
    }
    this.#features.push(this.#allMembers());
  }

  /** Adds the members of a geometry of the same kind to the row being written. */
  addGeometry(geometry: SimpleGeometry): void {
    const members = geometryMembers(geometry);
    if (members.length === 1 && geometry.type.startsWith('Multi')) {
      this.#multis.set(this.rows, 1);
      this.#hasMultis = true;
    }
    for (const member of members) {
      if (this.kind === 'point') this.#add(member as Position);
      else if (this.kind === 'line') for (const position of member as Position[]) this.#add(position);
      else
        for (const ring of member as Position[][]) {
          for (const position of ring) this.#add(position);
          this.endRing();
        }
      this.endMember();
    }
  }

  mark(): WriterMark {
    return {
      coordinates: this.coordinates.length,
      rings: this.#rings?.length ?? 0,
      members: this.#members?.length ?? 0,
    };
  }

  /** Forgets what was written of a row since a mark. */
  reset({ coordinates, rings, members }: WriterMark): void {
    this.coordinates.length = coordinates;
    if (this.#rings) this.#rings.length = rings;
    if (this.#members) this.#members.length = members;
  }

  /** Forgets all rows and keeps their room, for a shape that is used before the next one is written. */
  clear(): void {
    if (this.#hasMultis) this.#multis.clear();
    [this.#hasMultis, this.#hasHeights] = [false, false];
    this.#features.length = 1;
    this.reset({ coordinates: 0, rings: 1, members: 1 });
  }

  /** Takes the end of the last row back. */
  undoRow(): void {
    this.#features.length--;
  }

  /** What was written, as views: valid until the next write. */
  geometry(): BatchGeometry {
    const multis = this.#multis;
    const hasNoHeights = this.size === 3 && !this.#hasHeights;
    return {
      kind: this.kind,
      size: hasNoHeights ? 2 : this.size,
      coordinates: hasNoHeights ? flat(this.coordinates.used) : this.coordinates.used,
      features: this.#features.used,
      members: this.#members?.used ?? null,
      rings: this.#rings?.used ?? null,
      ...(this.#hasMultis && { isLoneMulti: (row: number) => multis.get(row) === 1 }),
    };
  }

  #add(position: Position): void {
    this.position(position[0]!, position[1]!, position[2] ?? NaN);
  }

  #allMembers(): number {
    return this.#members ? this.#members.length - 1 : this.positions;
  }
}

function flat(coordinates: Float64Array): Float64Array {
  const pairs = new Float64Array((coordinates.length / 3) * 2);
  for (let from = 0, to = 0; to < pairs.length; from += 3, to += 2) {
    pairs[to] = coordinates[from]!;
    pairs[to + 1] = coordinates[from + 1]!;
  }
  return pairs;
}

function offsets(): Growable<Int32Array<ArrayBuffer>> {
  const list = growableInts();
  list.push(0);
  return list;
}
