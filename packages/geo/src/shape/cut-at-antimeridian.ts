import type { Position } from '../coordinate.ts';
import { forEachPosition, geometryMembers, type Geometry, type SimpleGeometry } from '../geometry.ts';

/** An edge longer than this, in degrees of longitude, was hardly meant to run the long way round. */
const halfway = 180;
/** An edge along a whole parallel, as maps of the world have them. */
const wholeWay = 359;

/**
 * Cuts a geometry whose longitudes go on beyond 180° or −180° where it crosses the antimeridian, and brings every piece
 * to between these (RFC 7946, 3.1.9). Null where nothing goes beyond. Heights on a cut are interpolated.
 * @throws nothing; positions must be numbers, longitudes within ±540°.
 */
export function cutAtAntimeridian(geometry: Geometry): Geometry | null {
  let [west, east] = [Infinity, -Infinity];
  forEachPosition(geometry, ([longitude]) => {
    west = Math.min(west, longitude!);
    east = Math.max(east, longitude!);
  });
  if (!(west < -180 || east > 180)) return null;
  const turns = Array.from(
    { length: Math.ceil((east - 180) / 360) - Math.floor((west + 180) / 360) + 1 },
    (_, index) => Math.floor((west + 180) / 360) + index,
  );
  return cut(geometry, turns);
}

/** Whether an edge runs the long way round the earth, as one does that was meant to cross the antimeridian. */
export function hasEdgeAround(geometry: SimpleGeometry): boolean {
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') return false;
  const paths =
    geometry.type === 'LineString' || geometry.type === 'MultiLineString'
      ? (geometryMembers(geometry) as Position[][])
      : (geometryMembers(geometry) as Position[][][]).flat();
  return paths.some((path) =>
    path.some((position, index) => {
      const span = index === 0 ? 0 : Math.abs(position[0]! - path[index - 1]![0]!);
      return span > halfway && span < wholeWay;
    }),
  );
}

function cut(geometry: Geometry, turns: readonly number[]): Geometry {
  switch (geometry.type) {
    case 'GeometryCollection':
      return { ...geometry, geometries: geometry.geometries.map((member) => cut(member, turns)) };
    case 'Point':
      return { type: 'Point', coordinates: turned(geometry.coordinates) };
    case 'MultiPoint':
      return { type: 'MultiPoint', coordinates: geometry.coordinates.map(turned) };
    case 'LineString':
    case 'MultiLineString': {
      const lines = geometryMembers(geometry) as Position[][];
      return {
        type: 'MultiLineString',
        coordinates: turns.flatMap((turn) => lines.flatMap((line) => lineWithin(line, turn))),
      };
    }
    default: {
      const polygons = geometryMembers(geometry) as Position[][][];
      return {
        type: 'MultiPolygon',
        coordinates: turns.flatMap((turn) =>
          polygons.map((rings) => polygonWithin(rings, turn)).filter((rings) => rings.length > 0),
        ),
      };
    }
  }
}

function turned(position: Position): Position {
  const turn = Math.abs(position[0]!) <= 180 ? 0 : Math.round(position[0]! / 360);
  return shifted(position, turn);
}

/** The stretch of a line on one turn around the earth, moved to between −180° and 180°. */
function lineWithin(line: Position[], turn: number): Position[][] {
  const [low, high] = [360 * turn - 180, 360 * turn + 180];
  const found: Position[][] = [];
  let current: Position[] = [];
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1]!, line[index]!];
    const inside = edgeWithin(from, to, low, high);
    if (!inside) continue;
    if (current.length === 0 || current.at(-1) !== inside[0]) found.push((current = [inside[0]]));
    current.push(inside[1]);
    if (inside[1] !== to) current = [];
  }
  return found.map((part) => part.map((position) => shifted(position, turn)));
}

function edgeWithin(from: Position, to: Position, low: number, high: number): [Position, Position] | null {
  const [west, east] = [Math.min(from[0]!, to[0]!), Math.max(from[0]!, to[0]!)];
  if (east <= low || west >= high) return west === east && west === high ? [from, to] : null;
  const bounded = (position: Position): Position =>
    position[0]! < low ? at(from, to, low) : position[0]! > high ? at(from, to, high) : position;
  return [bounded(from), bounded(to)];
}

/** What of a polygon lies on one turn, ring by ring (Sutherland and Hodgman, 1974). */
function polygonWithin(rings: Position[][], turn: number): Position[][] {
  const [low, high] = [360 * turn - 180, 360 * turn + 180];
  const [outer, ...holes] = rings.map((ring) =>
    half(
      half(ring, low, (x) => x >= low),
      high,
      (x) => x <= high,
    ).map((position) => shifted(position, turn)),
  );
  return outer && isArea(outer) ? [outer, ...holes.filter(isArea)] : [];
}

function half(ring: Position[], edge: number, isInside: (longitude: number) => boolean): Position[] {
  const found: Position[] = [];
  for (let index = 0; index < ring.length - 1; index++) {
    const [from, to] = [ring[index]!, ring[index + 1]!];
    if (isInside(from[0]!)) found.push(from);
    if (isInside(from[0]!) !== isInside(to[0]!) && from[0] !== edge && to[0] !== edge) found.push(at(from, to, edge));
  }
  return found.length > 0 ? [...found, found[0]!] : found;
}

/** A ring that was cut down to a stretch of the cut itself is none. */
function isArea(ring: Position[]): boolean {
  return ring.length >= 4 && ring.some(([longitude]) => longitude !== ring[0]![0]);
}

/** The place of an edge at a longitude; a height that one of its ends lacks stays away. */
function at(from: Position, to: Position, longitude: number): Position {
  const part = (longitude - from[0]!) / (to[0]! - from[0]!);
  return [
    longitude,
    ...(from as (number | null)[])
      .slice(1, to.length)
      .map((value, index) =>
        value === null || to[index + 1] === null ? (null as never) : value + (to[index + 1]! - value) * part,
      ),
  ];
}

function shifted(position: Position, turn: number): Position {
  const [longitude, ...rest] = position as number[];
  return [longitude! - 360 * turn, ...rest];
}
