import { bboxesIntersect, emptyBbox, extendBbox, type Bbox } from '../coordinate.ts';
import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { crossesBox, isInRings, segmentDistance } from './planar.ts';
import type { SearchPlace } from './search-place.ts';

/** A vertex, or the nearest place of an edge, close to the pointer. `distance` is in units of the reach. */
export interface NearPosition {
  kind: 'vertex' | 'edge';
  longitude: number;
  latitude: number;
  distance: number;
}

/**
 * Finds rows of one batch by place: the columns are searched as they lie, without an index over all rows, which for
 * sorted batches of at most some thousand rows takes well under a millisecond. Boxes of rows are made at the first
 * search that needs them. Degrees are treated as a plane, as they are drawn.
 */
export class BatchSearch {
  readonly #geometry: BatchGeometry;
  readonly box: Bbox;
  #rowBoxes: Float64Array | null = null;

  constructor(geometry: BatchGeometry) {
    this.#geometry = geometry;
    this.box = boxOf(geometry, 0, geometry.coordinates.length / geometry.size);
  }

  get rows(): number {
    return this.#geometry.features.length - 1;
  }

  /** The topmost row at a place, as rows are drawn in their order; −1 where there is none. */
  topAt(place: SearchPlace, isHidden?: (row: number) => boolean): number {
    const around = boxAround(place);
    if (!bboxesIntersect(this.box, around)) return -1;
    for (let row = this.rows - 1; row >= 0; row--)
      if (this.#meets(row, around) && !isHidden?.(row) && this.#isHit(row, place)) return row;
    return -1;
  }

  /** All rows that share a point with a box. */
  within(box: Bbox): 'all' | 'none' | Int32Array {
    if (!bboxesIntersect(this.box, box)) return 'none';
    if (contains(box, this.box)) return 'all';
    const found: number[] = [];
    for (let row = 0; row < this.rows; row++) if (this.#meets(row, box) && this.#shares(row, box)) found.push(row);
    return Int32Array.from(found);
  }

  /** The nearest vertex within reach, else the nearest place of an edge; null where nothing is that close. */
  nearest(place: SearchPlace, isHidden?: (row: number) => boolean): NearPosition | null {
    const around = boxAround(place);
    if (!bboxesIntersect(this.box, around)) return null;
    let vertex: NearPosition | null = null;
    let edge: NearPosition | null = null;
    for (let row = 0; row < this.rows; row++) {
      if (!this.#meets(row, around) || isHidden?.(row)) continue;
      this.#eachPath(row, (first, end) => {
        for (let at = first; at < end; at++) {
          vertex = nearer(vertex, this.#vertexAt(at, place));
          if (at + 1 < end) edge = nearer(edge, this.#edgeAt(at, place));
        }
      });
    }
    return vertex ?? edge;
  }

  #vertexAt(at: number, place: SearchPlace): NearPosition | null {
    const { coordinates, size } = this.#geometry;
    const [longitude, latitude] = [coordinates[at * size]!, coordinates[at * size + 1]!];
    const distance = Math.hypot(
      (longitude - place.longitude) / place.acrossReach,
      (latitude - place.latitude) / place.upReach,
    );
    return distance <= 1 ? { kind: 'vertex', longitude, latitude, distance } : null;
  }

  #edgeAt(at: number, place: SearchPlace): NearPosition | null {
    const { coordinates, size } = this.#geometry;
    const [x1, y1, x2, y2] = [
      coordinates[at * size]!,
      coordinates[at * size + 1]!,
      coordinates[(at + 1) * size]!,
      coordinates[(at + 1) * size + 1]!,
    ];
    const { distance, along } = segmentDistance(place, x1, y1, x2, y2);
    return distance <= 1
      ? { kind: 'edge', longitude: x1 + along * (x2 - x1), latitude: y1 + along * (y2 - y1), distance }
      : null;
  }

  #meets(row: number, box: Bbox): boolean {
    const { kind, features, coordinates, size } = this.#geometry;
    const first = features[row]!;
    if (kind === 'point' && features[row + 1] === first + 1)
      return isInBox(box, coordinates[first * size]!, coordinates[first * size + 1]!);
    const boxes = (this.#rowBoxes ??= this.#makeRowBoxes());
    const at = row * 4;
    return boxes[at]! <= box[2] && box[0] <= boxes[at + 2]! && boxes[at + 1]! <= box[3] && box[1] <= boxes[at + 3]!;
  }

  #makeRowBoxes(): Float64Array {
    const boxes = new Float64Array(this.rows * 4);
    for (let row = 0; row < this.rows; row++) {
      const [first, end] = this.#positionsOf(row);
      boxes.set(boxOf(this.#geometry, first, end), row * 4);
    }
    return boxes;
  }

  #isHit(row: number, place: SearchPlace): boolean {
    const { kind, features, coordinates, size, rings, members } = this.#geometry;
    if (kind === 'polygon') {
      for (let polygon = features[row]!; polygon < features[row + 1]!; polygon++) {
        if (
          isInRings(
            coordinates,
            size,
            rings!.subarray(members![polygon]!, members![polygon + 1]! + 1),
            place.longitude,
            place.latitude,
          )
        )
          return true;
      }
    }
    let isNear = false;
    this.#eachPath(row, (first, end) => {
      for (let at = first; at < end && !isNear; at++)
        isNear = (kind === 'point' || at + 1 === end ? this.#vertexAt(at, place) : this.#edgeAt(at, place)) !== null;
    });
    return isNear;
  }

  #shares(row: number, box: Bbox): boolean {
    const { kind, coordinates, size, features, rings, members } = this.#geometry;
    let isSharing = false;
    this.#eachPath(row, (first, end) => {
      for (let at = first; at < end && !isSharing; at++) {
        const next = Math.min(at + 1, end - 1);
        isSharing =
          kind === 'point'
            ? isInBox(box, coordinates[at * size]!, coordinates[at * size + 1]!)
            : crossesBox(
                box,
                coordinates[at * size]!,
                coordinates[at * size + 1]!,
                coordinates[next * size]!,
                coordinates[next * size + 1]!,
              );
      }
    });
    if (isSharing || kind !== 'polygon') return isSharing;
    // No edge meets the box: it lies inside the area, or beside it.
    for (let polygon = features[row]!; polygon < features[row + 1]!; polygon++) {
      if (isInRings(coordinates, size, rings!.subarray(members![polygon]!, members![polygon + 1]! + 1), box[0], box[1]))
        return true;
    }
    return false;
  }

  /** The lines, rings or single points of a row, by their first position and the one after their last. */
  #eachPath(row: number, visit: (first: number, end: number) => void): void {
    const { kind, features, members, rings } = this.#geometry;
    for (let member = features[row]!; member < features[row + 1]!; member++) {
      if (kind === 'point') visit(member, member + 1);
      else if (kind === 'line') visit(members![member]!, members![member + 1]!);
      else
        for (let ring = members![member]!; ring < members![member + 1]!; ring++)
          visit(rings![ring]!, rings![ring + 1]!);
    }
  }

  #positionsOf(row: number): [first: number, end: number] {
    const { kind, features, members, rings } = this.#geometry;
    const [first, end] = [features[row]!, features[row + 1]!];
    if (kind === 'point') return [first, end];
    if (kind === 'line') return [members![first]!, members![end]!];
    return [rings![members![first]!]!, rings![members![end]!]!];
  }
}

function nearer(one: NearPosition | null, other: NearPosition | null): NearPosition | null {
  return one && (!other || one.distance <= other.distance) ? one : other;
}

function boxOf({ coordinates, size }: BatchGeometry, first: number, end: number): Bbox {
  const box = emptyBbox();
  for (let at = first * size; at < end * size; at += size) extendBbox(box, coordinates[at]!, coordinates[at + 1]!);
  return box;
}

function boxAround({ longitude, latitude, acrossReach, upReach }: SearchPlace): Bbox {
  return [longitude - acrossReach, latitude - upReach, longitude + acrossReach, latitude + upReach];
}

function isInBox(box: Bbox, x: number, y: number): boolean {
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

function contains(outer: Bbox, inner: Bbox): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}
