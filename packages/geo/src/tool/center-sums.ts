import { ECCENTRICITY_SQUARED, RADIANS } from '../measure/ellipsoid.ts';
import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';

const E = Math.sqrt(ECCENTRICITY_SQUARED);
const POLAR = authalicTerm(1);

/** Sums up where the middle of geometries is. What has area counts before what has length, and that before points. */
export interface CenterSums {
  add(geometry: BatchGeometry, row: number): void;
  /** Longitude and latitude; null where nothing was added. */
  center(): [longitude: number, latitude: number] | null;
}

/** Calls `edge` for each edge of lines or rings (sign −1 for those of holes), or `point` for each point. */
function walk(
  { kind, size, coordinates, features, members, rings }: BatchGeometry,
  row: number,
  path: (coordinates: Float64Array, size: number, first: number, end: number, isHole: boolean) => void,
): void {
  const [first, end] = [features[row]!, features[row + 1]!];
  if (kind === 'point') return path(coordinates, size, first, end, false);
  for (let member = first; member < end; member++) {
    const [from, to] = [members![member]!, members![member + 1]!];
    if (kind === 'line') path(coordinates, size, from, to, false);
    else
      for (let ring = from; ring < to; ring++) path(coordinates, size, rings![ring]!, rings![ring + 1]!, ring > from);
  }
}

/** In the plane of longitude and latitude, as GEOS has it (Bourke 1988). */
export class PlaneCenter implements CenterSums {
  #origin: [number, number] | null = null;
  #area = [0, 0, 0];
  #length = [0, 0, 0];
  #points = [0, 0, 0];

  add(geometry: BatchGeometry, row: number): void {
    walk(geometry, row, (coordinates, size, first, end, isHole) => {
      if (end === first) return;
      const [x0, y0] = (this.#origin ??= [coordinates[first * size]!, coordinates[first * size + 1]!]);
      if (geometry.kind === 'polygon') this.#addRing(coordinates, size, first, end, isHole);
      for (let at = first; at < end; at++) {
        const [x, y] = [coordinates[at * size]! - x0, coordinates[at * size + 1]! - y0];
        gather(this.#points, 1, x, y);
        if (at === first || geometry.kind === 'point') continue;
        const [px, py] = [coordinates[(at - 1) * size]! - x0, coordinates[(at - 1) * size + 1]! - y0];
        gather(this.#length, Math.sqrt((x - px) ** 2 + (y - py) ** 2), (x + px) / 2, (y + py) / 2);
      }
    });
  }

  center(): [number, number] | null {
    const sums = [this.#area, this.#length, this.#points].find(([weight]) => weight !== 0);
    if (!sums || !this.#origin) return null;
    return [this.#origin[0] + sums[1]! / sums[0]!, this.#origin[1] + sums[2]! / sums[0]!];
  }

  #addRing(coordinates: Float64Array, size: number, first: number, end: number, isHole: boolean): void {
    const [x0, y0] = this.#origin!;
    let [area, sumX, sumY] = [0, 0, 0];
    for (let at = first; at + 1 < end; at++) {
      const [x1, y1] = [coordinates[at * size]! - x0, coordinates[at * size + 1]! - y0];
      const [x2, y2] = [coordinates[(at + 1) * size]! - x0, coordinates[(at + 1) * size + 1]! - y0];
      const cross = x1 * y2 - x2 * y1;
      area += cross;
      sumX += (x1 + x2) * cross;
      sumY += (y1 + y2) * cross;
    }
    const sign = (isHole ? -1 : 1) * Math.sign(area);
    this.#area[0]! += (sign * area) / 2;
    this.#area[1]! += (sign * sumX) / 6;
    this.#area[2]! += (sign * sumY) / 6;
  }
}

function gather(sums: number[], weight: number, x: number, y: number): void {
  sums[0]! += weight;
  sums[1]! += weight * x;
  sums[2]! += weight * y;
}

/**
 * On the curved Earth: directions are summed up on the sphere of equal area, of areas by their edges (half the angle of
 * each along its normal), of lines by their arcs, of points each alike; the middle is where the sum points.
 */
export class MassCenter implements CenterSums {
  readonly #area = [0, 0, 0];
  readonly #length = [0, 0, 0];
  readonly #points = [0, 0, 0];
  #hasAny = false;

  add(geometry: BatchGeometry, row: number): void {
    walk(geometry, row, (coordinates, size, first, end, isHole) => {
      const ring = [0, 0, 0];
      const middle = [0, 0, 0];
      let before: readonly number[] | null = null;
      for (let at = first; at < end; at++) {
        const place = direction(coordinates[at * size]!, coordinates[at * size + 1]!);
        if (geometry.kind !== 'polygon' || at + 1 < end) addTo(this.#points, place, 1);
        addTo(middle, place, 1);
        if (before && geometry.kind !== 'point') this.#addEdge(before, place, ring);
        before = place;
        this.#hasAny = true;
      }
      // Which way round a ring was written says nothing: the area is the part around its own vertices.
      const side = dot(ring, middle) < 0 ? -1 : 1;
      if (geometry.kind === 'polygon') addTo(this.#area, ring, isHole ? -side : side);
    });
  }

  center(): [number, number] | null {
    if (!this.#hasAny) return null;
    const sum = [this.#area, this.#length, this.#points].find((each) => Math.hypot(...each) > 1e-18);
    if (!sum) return null;
    const [x, y, z] = sum as [number, number, number];
    return [Math.atan2(y, x) / RADIANS, fromAuthalic(Math.atan2(z, Math.hypot(x, y)))];
  }

  #addEdge(from: readonly number[], to: readonly number[], ring: number[]): void {
    const cross = [
      from[1]! * to[2]! - from[2]! * to[1]!,
      from[2]! * to[0]! - from[0]! * to[2]!,
      from[0]! * to[1]! - from[1]! * to[0]!,
    ];
    const sine = Math.hypot(...cross);
    if (sine === 0) return;
    const angle = Math.atan2(sine, dot(from, to));
    addTo(ring, cross, angle / sine / 2);
    const half = Math.tan(angle / 2);
    addTo(this.#length, from, half);
    addTo(this.#length, to, half);
  }
}

function addTo(sum: number[], vector: readonly number[], weight: number): void {
  for (let axis = 0; axis < 3; axis++) sum[axis]! += vector[axis]! * weight;
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one[0]! * other[0]! + one[1]! * other[1]! + one[2]! * other[2]!;
}

/** A place as a vector of length 1 on the sphere of equal area. */
function direction(longitude: number, latitude: number): [number, number, number] {
  const beta = authalic(latitude * RADIANS);
  const [turn, flat] = [longitude * RADIANS, Math.cos(beta)];
  return [flat * Math.cos(turn), flat * Math.sin(turn), Math.sin(beta)];
}

function authalic(phi: number): number {
  return Math.asin(Math.max(-1, Math.min(1, authalicTerm(Math.sin(phi)) / POLAR)));
}

function authalicTerm(sine: number): number {
  const scaled = E * sine;
  return (1 - ECCENTRICITY_SQUARED) * (sine / (1 - scaled ** 2) + Math.atanh(scaled) / E);
}

/** The geodetic latitude in degrees (Snyder 1987, 3-18). */
function fromAuthalic(beta: number): number {
  const e2 = ECCENTRICITY_SQUARED;
  return (
    (beta +
      (e2 / 3 + (31 * e2 ** 2) / 180 + (517 * e2 ** 3) / 5040) * Math.sin(2 * beta) +
      ((23 * e2 ** 2) / 360 + (251 * e2 ** 3) / 3780) * Math.sin(4 * beta) +
      ((761 * e2 ** 3) / 45360) * Math.sin(6 * beta)) /
    RADIANS
  );
}
