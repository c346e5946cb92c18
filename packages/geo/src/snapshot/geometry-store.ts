import { emptyBbox, extendBbox, type Bbox, type Position } from '../coordinate.ts';
import { geometryMembers, type GeometryKind, type SimpleGeometry } from '../geometry.ts';
import { growableFloats, growableInts } from './growable.ts';

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

  add(row: number, geometry: SimpleGeometry | null): void {
    this.rows.push(row);
    if (!geometry) return;
    const members = geometryMembers(geometry);
    if (members.length > 1) this.hasMulti = true;
    const box = emptyBbox();
    for (const member of members) this.addMember(member, box);
    this.members.push(this.memberCount());
    for (const value of box) this.boxes.push(value);
    extendBbox(this.bbox, box[0], box[1]);
    extendBbox(this.bbox, box[2], box[3]);
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

  private addPosition(position: Position, box: Bbox): void {
    const [x, y, height] = position as [number, number, number?];
    if (height !== undefined && height !== null) this.addHeight(this.coordinates.length / 2, height);
    this.coordinates.push(x);
    this.coordinates.push(y);
    extendBbox(box, x, y);
  }

  private addHeight(index: number, height: number): void {
    this.heights ??= growableFloats();
    for (let gap = this.heights.length; gap < index; gap++) this.heights.push(NaN);
    this.heights.push(height);
  }
}

function offsets(): ReturnType<typeof growableInts> {
  const list = growableInts();
  list.push(0);
  return list;
}
