import { emptyBbox, extendBbox, type Bbox, type Position } from '../coordinate.ts';
import { geometryMembers, type GeometryKind, type SimpleGeometry } from '../geometry.ts';
import { growableBytes, growableFloats, growableInts } from './growable.ts';

/** Positions that are sooner copied one by one than by a view. */
const FEW = 16;
/** Ids, offsets and box of a feature. */
const ROW_BYTES = 48;

/**
 * The geometries of one kind while a snapshot is built, as nested offsets over flat coordinates:
 * feature → members → (rings →) coordinates. Coordinates are always x, y; heights stand apart, NaN where absent.
 */
export class GeometryStore {
  readonly kind: GeometryKind;
  /** Row of the whole layer for each feature of this kind. */
  readonly rows = growableInts();
  readonly members = offsets();
  readonly lines = offsets();
  readonly rings = offsets();
  readonly coordinates = growableFloats(1024);
  heights: ReturnType<typeof growableFloats> | null = null;
  /** M values of positions, NaN where absent. */
  measures: ReturnType<typeof growableFloats> | null = null;
  /** 1 for each feature that is a multi geometry of one member. */
  loneMultis: ReturnType<typeof growableBytes> | null = null;
  /** West, south, east, north of each feature. */
  readonly boxes = growableFloats(1024);
  readonly bbox: Bbox = emptyBbox();
  hasMulti = false;

  constructor(kind: GeometryKind) {
    this.kind = kind;
  }

  get length(): number {
    return this.rows.length;
  }

  /** Gives what it takes, in bytes. */
  add(row: number, geometry: SimpleGeometry | null): number {
    this.rows.push(row);
    if (!geometry) return ROW_BYTES;
    const before = this.coordinates.length;
    const members = geometryMembers(geometry);
    if (members.length > 1) this.hasMulti = true;
    else if (geometry.type.startsWith('Multi')) this.markLone(this.rows.length - 1);
    const box = emptyBbox();
    for (const member of members) this.addMember(member, box);
    this.members.push(this.memberCount());
    for (const value of box) this.boxes.push(value);
    extendBbox(this.bbox, box[0], box[1]);
    extendBbox(this.bbox, box[2], box[3]);
    return ROW_BYTES + members.length * 8 + (this.coordinates.length - before) * (this.heights ? 12 : 8);
  }

  /** Adds feature `index` of another store of the same kind. */
  addFrom(source: GeometryStore, index: number, row: number): void {
    this.rows.push(row);
    if (this.kind === 'none') return;
    const [first, end] = [source.members.values[index]!, source.members.values[index + 1]!];
    if (end - first > 1) this.hasMulti = true;
    if (source.loneMultis?.get(index)) this.markLone(this.rows.length - 1);
    if (this.kind === 'point') this.addCoordinates(source, first, end);
    else
      for (let member = first; member < end; member++)
        this.addMemberFrom(source, source.lines.values[member]!, source.lines.values[member + 1]!);
    this.members.push(this.memberCount());
    for (let side = index * 4; side < index * 4 + 4; side++) this.boxes.push(source.boxes.values[side]!);
    extendBbox(this.bbox, source.boxes.values[index * 4]!, source.boxes.values[index * 4 + 1]!);
    extendBbox(this.bbox, source.boxes.values[index * 4 + 2]!, source.boxes.values[index * 4 + 3]!);
  }

  /** Empties it, and keeps its room and what it has seen of members, heights and extent. */
  clear(): void {
    for (const each of [this.rows, this.coordinates, this.boxes, this.members, this.lines, this.rings]) each.clear();
    for (const each of [this.members, this.lines, this.rings]) each.push(0);
    this.heights?.clear();
    this.measures?.clear();
    this.loneMultis?.clear();
  }

  /** Index of the first coordinate of feature `index`; `index` may be one past the last. */
  firstCoordinate(index: number): number {
    const member = this.members.values[index]!;
    if (this.kind === 'point') return member;
    if (this.kind === 'line') return this.lines.values[member]!;
    return this.rings.values[this.lines.values[member]!]!;
  }

  private memberCount(): number {
    return this.kind === 'point' ? this.coordinates.length / 2 : this.lines.length - 1;
  }

  private addMember(member: Position | Position[] | Position[][], box: Bbox): void {
    if (this.kind === 'point') return this.addPosition(member as Position, box);
    if (this.kind === 'line') {
      for (const position of member as Position[]) this.addPosition(position, box);
      this.lines.push(this.coordinates.length / 2);
      return;
    }
    for (const ring of member as Position[][]) {
      for (const position of ring) this.addPosition(position, box);
      this.rings.push(this.coordinates.length / 2);
    }
    this.lines.push(this.rings.length - 1);
  }

  private addMemberFrom(source: GeometryStore, first: number, end: number): void {
    if (this.kind === 'line') {
      this.addCoordinates(source, first, end);
      this.lines.push(this.coordinates.length / 2);
      return;
    }
    for (let ring = first; ring < end; ring++) {
      this.addCoordinates(source, source.rings.values[ring]!, source.rings.values[ring + 1]!);
      this.rings.push(this.coordinates.length / 2);
    }
    this.lines.push(this.rings.length - 1);
  }

  private addCoordinates(source: GeometryStore, first: number, end: number): void {
    const at = this.coordinates.length / 2 - first;
    if (end - first < FEW)
      for (let index = first * 2; index < end * 2; index++) this.coordinates.push(source.coordinates.values[index]!);
    else this.coordinates.append(source.coordinates.values.subarray(first * 2, end * 2));
    const { heights, measures } = source;
    if (heights)
      for (let index = first; index < Math.min(end, heights.length); index++)
        if (!Number.isNaN(heights.values[index]!)) this.addHeight(at + index, heights.values[index]!);
    if (measures)
      for (let index = first; index < Math.min(end, measures.length); index++)
        if (!Number.isNaN(measures.values[index]!)) this.addMeasure(at + index, measures.values[index]!);
  }

  private addPosition(position: Position, box: Bbox): void {
    const [x, y, height, measure] = position as [number, number, number?, number?];
    if (height !== undefined && height !== null) this.addHeight(this.coordinates.length / 2, height);
    if (measure !== undefined && measure !== null) this.addMeasure(this.coordinates.length / 2, measure);
    this.coordinates.push(x);
    this.coordinates.push(y);
    extendBbox(box, x, y);
  }

  private addHeight(index: number, height: number): void {
    this.heights ??= growableFloats();
    for (let gap = this.heights.length; gap < index; gap++) this.heights.push(NaN);
    this.heights.push(height);
  }

  private addMeasure(index: number, measure: number): void {
    this.measures ??= growableFloats();
    for (let gap = this.measures.length; gap < index; gap++) this.measures.push(NaN);
    this.measures.push(measure);
  }

  private markLone(feature: number): void {
    this.loneMultis ??= growableBytes();
    this.loneMultis.set(feature, 1);
  }
}

function offsets(): ReturnType<typeof growableInts> {
  const list = growableInts();
  list.push(0);
  return list;
}
