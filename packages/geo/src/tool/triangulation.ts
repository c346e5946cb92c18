import { GromaError } from '@groma/model';
import Delaunator from 'delaunator';
import { RADIANS } from '../measure/ellipsoid.ts';
import { conformalTangent, geodeticLatitude } from './local-plane.ts';

type Vector = readonly [number, number, number];

/** How far a triangulation may reach, as an angle at the centre of the Earth. */
const widest = 175 * RADIANS;
const guards = 64;
/** Edges on the ground are split to this length, so that they are where they should be in degrees. */
const longestEdge = 0.5 * RADIANS;

/**
 * The Delaunay triangulation of places on the Earth. On the conformal sphere of the ellipsoid, as shapes near each
 * other are the same there; through the stereographic plane, which keeps circles and so the triangles.
 */
export class Triangulation {
  readonly count: number;
  readonly #vectors: Vector[];
  readonly #net: Delaunator<Float64Array>;

  /**
   * @param degrees longitude and latitude of each place
   * @param box a box to be filled by cells, as west, south, east, north; none for triangles alone
   * @throws GromaError TOOL_POINTS_TOO_WIDE
   */
  constructor(degrees: Float64Array, box: readonly [number, number, number, number] | null) {
    this.count = degrees.length / 2;
    const vectors = Array.from({ length: this.count }, (_, at) => onSphere(degrees[at * 2]!, degrees[at * 2 + 1]!));
    const center = unit(vectors.reduce<Vector>((sum, each) => add(sum, each), [0, 0, 0]));
    const east = unit(Math.abs(center[2]) > 0.99 ? cross([1, 0, 0], center) : cross([0, 0, 1], center));
    const north = cross(center, east);
    const reach = vectors.reduce((most, each) => Math.max(most, angle(center, each)), 0);
    if (reach > widest / 2) throw new GromaError('TOOL_POINTS_TOO_WIDE');
    if (box) vectors.push(...guardsOf(center, east, north, reach, box));
    this.#vectors = vectors;
    const flat = new Float64Array(vectors.length * 2);
    vectors.forEach((each, at) => {
      const scale = 1 / (1 + dot(each, center));
      flat[at * 2] = dot(each, east) * scale;
      flat[at * 2 + 1] = dot(each, north) * scale;
    });
    this.#net = new Delaunator(flat);
  }

  /** The places at the corners of each triangle, counterclockwise. */
  *triangles(): Generator<[number, number, number]> {
    const { triangles } = this.#net;
    for (let at = 0; at < triangles.length; at += 3) yield [triangles[at]!, triangles[at + 2]!, triangles[at + 1]!];
  }

  /**
   * Rings of longitude and latitude around each place, longitudes running on; null for a place that repeats another.
   */
  *cells(): Generator<[number, number][] | null> {
    const { triangles, halfedges } = this.#net;
    const incoming = new Int32Array(this.#vectors.length).fill(-1);
    for (let edge = 0; edge < triangles.length; edge++) {
      const to = triangles[edge % 3 === 2 ? edge - 2 : edge + 1]!;
      if (halfedges[edge] === -1 || incoming[to] === -1) incoming[to] = edge;
    }
    const centers = Array.from({ length: triangles.length / 3 }, (_, at) => this.#circumcenter(at));
    for (let place = 0; place < this.count; place++) {
      const start = incoming[place]!;
      if (start === -1) {
        yield null;
        continue;
      }
      const corners: Vector[] = [];
      let edge = start;
      do {
        corners.push(centers[Math.floor(edge / 3)]!);
        edge = edge % 3 === 2 ? edge - 2 : edge + 1;
        edge = halfedges[edge]!;
      } while (edge !== -1 && edge !== start);
      yield ringOf(corners);
    }
  }

  #circumcenter(triangle: number): Vector {
    const [a, b, c] = [0, 1, 2].map((corner) => this.#vectors[this.#net.triangles[triangle * 3 + corner]!]!) as [
      Vector,
      Vector,
      Vector,
    ];
    const normal = cross(subtract(b, a), subtract(c, a));
    return unit(dot(normal, a) < 0 ? [-normal[0], -normal[1], -normal[2]] : normal);
  }
}

/** Far places all around, which close the cells at the edge beyond the box. */
function guardsOf(
  center: Vector,
  east: Vector,
  north: Vector,
  reach: number,
  [west, south, right, top]: readonly [number, number, number, number],
): Vector[] {
  const corners = [west, (west + right) / 2, right].flatMap((x) => [south, (south + top) / 2, top].map((y) => [x, y]));
  const boxReach = corners.reduce((most, [x, y]) => Math.max(most, angle(center, onSphere(x!, y!))), reach);
  const far = 2.2 * boxReach + reach;
  if (far > widest || south <= -90 || top >= 90) throw new GromaError('TOOL_POINTS_TOO_WIDE');
  return Array.from({ length: guards }, (_, at) => {
    const turn = (2 * Math.PI * at) / guards;
    const side = add(times(east, Math.cos(turn)), times(north, Math.sin(turn)));
    return add(times(center, Math.cos(far)), times(side, Math.sin(far)));
  });
}

function ringOf(corners: Vector[]): [number, number][] {
  const ring: [number, number][] = [];
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length]!;
    const pieces = Math.max(1, Math.ceil(angle(from, to) / longestEdge));
    for (let piece = 0; piece < pieces; piece++) {
      const place = onGround(unit(add(times(from, 1 - piece / pieces), times(to, piece / pieces))));
      const before = ring.at(-1)?.[0] ?? place[0];
      ring.push([place[0] - 360 * Math.round((place[0] - before) / 360), place[1]]);
    }
  }
  ring.push([...ring[0]!]);
  return ring;
}

function onSphere(longitude: number, latitude: number): Vector {
  const phi = latitude * RADIANS;
  const tangent = conformalTangent(Math.sin(phi), Math.tan(phi));
  const flat = 1 / Math.sqrt(1 + tangent * tangent);
  return [flat * Math.cos(longitude * RADIANS), flat * Math.sin(longitude * RADIANS), tangent * flat];
}

function onGround([x, y, z]: Vector): [number, number] {
  return [Math.atan2(y, x) / RADIANS, geodeticLatitude(z, Math.sqrt(x * x + y * y))];
}

const add = (one: Vector, other: Vector): Vector => [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
const subtract = (one: Vector, other: Vector): Vector => [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
const times = (one: Vector, by: number): Vector => [one[0] * by, one[1] * by, one[2] * by];
const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const cross = (one: Vector, other: Vector): Vector => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
];
const unit = (one: Vector): Vector => times(one, 1 / Math.sqrt(dot(one, one)));
const angle = (one: Vector, other: Vector): number => {
  const apart = cross(one, other);
  return Math.atan2(Math.sqrt(dot(apart, apart)), dot(one, other));
};
