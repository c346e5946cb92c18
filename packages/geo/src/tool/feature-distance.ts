import { RADIANS } from '../measure/ellipsoid.ts';
import { distance, polar } from '../measure/length.ts';
import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { memberCount } from './copy-row.ts';
import type { Geos, Handle } from './geos.ts';
import { AzimuthalPlane, LocalPlane, type Plane } from './local-plane.ts';
import type { OtherLayer } from './other-layer.ts';
import { forEachEdge } from './path-pieces.ts';
import { boxesAround, leastDistance, type Box } from './search-box.ts';
import { extentOf } from './row-extent.ts';
import { positionRange, type GeometryBatch } from './tool-run.ts';

/** Up to here a conformal plane around a place of the feature serves, in metres. */
const nearReach = 80_000;
/** Its part of a plane: what lies beyond is left out. */
const planeEdge = 200_000;
/** Edges further than this from the middle of an azimuthal plane would lie across it; their ends alone count. */
const farEdge = 15_000_000;
/** Nothing is further away. */
const halfway = 20_100_000;
/** A feature is taken in pieces of about this size. */
const pieceSize = 20_000;

/** A part of a feature: some edges or a point, small enough for one plane. */
interface Piece {
  readonly edges: Float64Array;
  readonly isPoint: boolean;
  readonly box: Box;
  readonly longitude: number;
  readonly latitude: number;
  /** How far it reaches from its middle, in metres at most. */
  readonly reach: number;
}

export type Neighbour = { place: number; metres: number };

/**
 * Finds the nearest features of a layer, by the distance on the ellipsoid of their nearest places. Between points it is
 * that of their geodesic; edges are straight in degrees, and a decimetre is lost to that at most.
 */
export class NearestFeatures {
  readonly #geos: Geos;
  readonly #other: OtherLayer;
  /** Where the last feature found enough. */
  #guess = 1_000;
  #cell = '';
  #plane: Plane | null = null;
  /** Features of the other layer in the plane of the cell; 0 for those with nothing in it. */
  readonly #inPlane = new Map<number, { handle: Handle; prepared: number }>();

  constructor(geos: Geos, other: OtherLayer) {
    this.#geos = geos;
    this.#other = other;
  }

  /** The nearest features of a row, nearest first, no more than `most` and none beyond `limit` metres. */
  find({ geometry }: GeometryBatch, row: number, most: number, limit: number): Neighbour[] {
    const [first, end] = positionRange(geometry, row);
    if (first === end) return [];
    const meeting = this.#meeting(geometry, row, first, end);
    const pieces = piecesOf(geometry, row);
    const furthest = limit > 0 ? Math.min(limit, halfway) : halfway;
    for (let radius = Math.min(furthest, this.#guess); ; radius = Math.min(furthest, radius * 3)) {
      const found = this.#within(pieces, meeting, most, radius);
      if (found.length < most && radius < furthest) continue;
      if (found.length >= most) this.#guess = Math.max(50, Math.min(nearReach, found.at(-1)!.metres * 1.5));
      return found;
    }
  }

  free(): void {
    for (const { handle, prepared } of this.#inPlane.values()) {
      this.#geos.freePrepared(prepared);
      this.#geos.free(handle);
    }
    this.#inPlane.clear();
  }

  /** What meets the feature, in degrees. */
  #meeting(geometry: BatchGeometry, row: number, first: number, end: number): Set<number> {
    const near = this.#other.near(extentOf(geometry.coordinates, geometry.size, first, end));
    if (near.length === 0) return new Set();
    const own = this.#geos.read(geometry, row);
    const found = near.filter((place) => this.#geos.preparedTest('Intersects', this.#other.prepared(place), own));
    this.#geos.free(own);
    return new Set(found);
  }

  #within(pieces: readonly Piece[], meeting: ReadonlySet<number>, most: number, radius: number): Neighbour[] {
    const metres = new Map<number, number>([...meeting].map((place) => [place, 0]));
    let bound = radius;
    for (const piece of pieces) {
      const near = new Set(boxesAround(piece.box, radius).flatMap((box) => this.#other.near(box)));
      const asked = [...near]
        .filter((place) => !meeting.has(place))
        .map((place) => ({
          place,
          least: leastDistance(piece.longitude, piece.latitude, this.#other.box(place)) - piece.reach,
        }))
        .toSorted((one, other) => one.least - other.least);
      for (const { place, least } of asked) {
        if (least > bound) break;
        const far = this.#measure(piece, place, radius);
        if (far <= radius && far < (metres.get(place) ?? Infinity)) metres.set(place, far);
        if (metres.size >= most) bound = Math.min(radius, nearestOf(metres, most).at(-1)!.metres);
      }
    }
    return nearestOf(metres, most);
  }

  #measure(piece: Piece, place: number, radius: number): number {
    const { batch, row } = this.#other.rows[place]!;
    const { geometry } = batch;
    if (piece.isPoint && geometry.kind === 'point' && memberCount(geometry, row) === 1) {
      const at = geometry.features[row]! * geometry.size;
      return distance([piece.longitude, piece.latitude], [geometry.coordinates[at]!, geometry.coordinates[at + 1]!]);
    }
    return radius <= nearReach && Math.abs(piece.latitude) < 86
      ? this.#measureNear(piece, place)
      : this.#measureFar(piece, geometry, row);
  }

  #measureNear(piece: Piece, place: number): number {
    const geos = this.#geos;
    const plane = this.#planeAt(piece.longitude, piece.latitude);
    let known = this.#inPlane.get(place);
    if (!known) {
      const { batch, row } = this.#other.rows[place]!;
      const handle = handleIn(geos, nearParts(batch.geometry, row, plane));
      known = { handle, prepared: handle === 0 ? 0 : geos.prepare(handle) };
      this.#inPlane.set(place, known);
    }
    if (known.prepared === 0) return Infinity;
    const own = handleIn(geos, partsOf(piece, plane));
    const found = own === 0 ? null : geos.nearest(known.prepared, own);
    geos.free(own);
    return found ? between(found, plane) : Infinity;
  }

  #measureFar(piece: Piece, geometry: BatchGeometry, row: number): number {
    const geos = this.#geos;
    const plane = new AzimuthalPlane(piece.longitude, piece.latitude);
    const own = handleIn(geos, partsOf(piece, plane));
    const prepared = own === 0 ? 0 : geos.prepare(own);
    let least = Infinity;
    for (const parts of farParts(geometry, row, plane)) {
      const handle = handleIn(geos, parts);
      const found = handle === 0 || prepared === 0 ? null : geos.nearest(prepared, handle);
      if (found) least = Math.min(least, between(found, plane));
      geos.free(handle);
    }
    geos.freePrepared(prepared);
    geos.free(own);
    return least;
  }

  /** Features near each other share a plane, and what the other layer has in it. */
  #planeAt(longitude: number, latitude: number): Plane {
    const step = 0.25;
    const [y, across] = [Math.round(latitude / step), step / Math.cos(latitude * RADIANS)];
    const key = `${y} ${Math.round(longitude / across)}`;
    if (key !== this.#cell || !this.#plane) {
      this.free();
      this.#cell = key;
      this.#plane = new LocalPlane(longitude, latitude);
    }
    return this.#plane;
  }
}

function nearestOf(metres: ReadonlyMap<number, number>, most: number): Neighbour[] {
  return [...metres]
    .map(([place, far]) => ({ place, metres: far }))
    .sort((one, other) => one.metres - other.metres || one.place - other.place)
    .slice(0, most);
}

/** The distance on the ground of two places in a plane. */
function between(places: readonly number[], plane: Plane): number {
  const both = Float64Array.from(places);
  plane.toDegrees(both, 2, 0, 2);
  return distance([both[0]!, both[1]!], [both[2]!, both[3]!]);
}

/** Points, or edges of four numbers each, in a plane. */
type Parts = { kind: 'point' | 'line'; values: Float64Array };

function handleIn(geos: Geos, { kind, values }: Parts): Handle {
  const perMember = kind === 'point' ? 1 : 2;
  const count = values.length / 2 / perMember;
  if (count === 0) return 0;
  const members = kind === 'line' ? Int32Array.from({ length: count + 1 }, (_, at) => at * 2) : null;
  return geos.read({ kind, size: 2, coordinates: values, features: Int32Array.of(0, count), members, rings: null }, 0);
}

function partsOf({ edges, isPoint }: Piece, plane: Plane): Parts {
  const values = edges.slice();
  plane.toMetres(values, 2, 0, values.length / 2);
  return { kind: isPoint ? 'point' : 'line', values };
}

/** What of a feature lies in the part of a plane that is used. */
function nearParts(geometry: BatchGeometry, row: number, plane: Plane): Parts {
  const found: number[] = [];
  const span = 2.5;
  const isNear = (y1: number, y2: number): boolean =>
    Math.max(y1, y2) > plane.latitude - span && Math.min(y1, y2) < plane.latitude + span;
  const pair = new Float64Array(4);
  const add = (count: 1 | 2): void => {
    plane.toMetres(pair, 2, 0, count);
    for (let at = 0; at < count * 2; at++) if (!(Math.abs(pair[at]!) < planeEdge)) return;
    for (let at = 0; at < count * 2; at++) found.push(pair[at]!);
  };
  if (geometry.kind === 'point')
    forEachPoint(geometry, row, (x, y) => {
      pair.set([x, y]);
      if (isNear(y, y)) add(1);
    });
  else
    forEachEdge(
      geometry,
      row,
      (x1, y1, x2, y2) => {
        pair.set([x1, y1, x2, y2]);
        if (isNear(y1, y2)) add(2);
      },
      (_x1, y1, _x2, y2) => isNear(y1, y2),
    );
  return { kind: geometry.kind === 'point' ? 'point' : 'line', values: Float64Array.from(found) };
}

/** A feature in an azimuthal plane; of edges on the far side, the ends. */
function farParts(geometry: BatchGeometry, row: number, plane: Plane): Parts[] {
  const lines: number[] = [];
  const points: number[] = [];
  const project = (x: number, y: number): [number, number, number] => {
    const { metres, azimuth } = polar([plane.longitude, plane.latitude], [x, y]);
    return [metres * Math.sin(azimuth), metres * Math.cos(azimuth), metres];
  };
  // An edge begins where the one before it ends.
  let last: [number, number, [number, number, number]] = [NaN, NaN, [0, 0, 0]];
  if (geometry.kind === 'point') forEachPoint(geometry, row, (x, y) => points.push(...project(x, y).slice(0, 2)));
  else
    forEachEdge(geometry, row, (x1, y1, x2, y2) => {
      const one = x1 === last[0] && y1 === last[1] ? last[2] : project(x1, y1);
      const other = project(x2, y2);
      last = [x2, y2, other];
      if (one[2] < farEdge && other[2] < farEdge) lines.push(one[0], one[1], other[0], other[1]);
      else points.push(one[0], one[1], other[0], other[1]);
    });
  return [
    { kind: 'line', values: Float64Array.from(lines) },
    { kind: 'point', values: Float64Array.from(points) },
  ];
}

function forEachPoint(geometry: BatchGeometry, row: number, each: (x: number, y: number) => void): void {
  const [first, end] = positionRange(geometry as GeometryBatch['geometry'], row);
  for (let at = first; at < end; at++)
    each(geometry.coordinates[at * geometry.size]!, geometry.coordinates[at * geometry.size + 1]!);
}

/** A feature in pieces: each point, or as many edges after each other as lie close together. */
function piecesOf(geometry: BatchGeometry, row: number): Piece[] {
  const pieces: Piece[] = [];
  if (geometry.kind === 'point') {
    forEachPoint(geometry, row, (x, y) => pieces.push(pieceOf([x, y], true)));
    return pieces;
  }
  let edges: number[] = [];
  let box = [Infinity, Infinity, -Infinity, -Infinity];
  forEachEdge(geometry, row, (x1, y1, x2, y2) => {
    const next = [
      Math.min(box[0]!, x1, x2),
      Math.min(box[1]!, y1, y2),
      Math.max(box[2]!, x1, x2),
      Math.max(box[3]!, y1, y2),
    ];
    if (edges.length > 0 && sizeOf(next) > pieceSize) {
      pieces.push(pieceOf(edges, false));
      edges = [];
      box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
    } else box = next;
    edges.push(x1, y1, x2, y2);
  });
  if (edges.length > 0) pieces.push(pieceOf(edges, false));
  return pieces;
}

const metresOfDegree = 111_700;

function sizeOf([west, south, east, north]: readonly number[]): number {
  const nearest = south! <= 0 && north! >= 0 ? 0 : Math.min(Math.abs(south!), Math.abs(north!));
  return metresOfDegree * Math.hypot((east! - west!) * Math.cos(nearest * RADIANS), north! - south!);
}

function pieceOf(values: readonly number[], isPoint: boolean): Piece {
  const edges = Float64Array.from(values);
  const box = extentOf(edges, 2, 0, edges.length / 2);
  const [west, south, east, north] = box;
  return {
    edges,
    isPoint,
    box,
    longitude: (west + east) / 2,
    latitude: (south + north) / 2,
    reach: isPoint ? 0 : sizeOf(box) / 2,
  };
}
