import type { Position } from '../coordinate.ts';
import { geometryMembers, type SimpleGeometry } from '../geometry.ts';
import { cutAtAntimeridian } from '../shape/cut-at-antimeridian.ts';
import { rowGeometry } from '../snapshot/snapshot-reader.ts';
import type { Geos, Handle } from './geos.ts';
import type { Plane } from './local-plane.ts';
import { PackedWriter } from './packed-writer.ts';

/**
 * An edge of a plane is split until its ends are closer than this in longitude, so that it stays where it is in
 * degrees.
 */
const widestEdge = 1;
const deepestSplit = 10;

/**
 * Polygons of a plane as polygons of longitude and latitude between ±180°: cut at the antimeridian, closed along a pole
 * that they hold. The handle stays the caller's; 0 where GEOS fails.
 */
export function shapeInDegrees(geos: Geos, handle: Handle, plane: Plane): Handle {
  const writer = new PackedWriter('polygon', 2);
  geos.write(handle, writer);
  writer.endRow();
  const geometry = rowGeometry(writer.geometry(), 0)!;
  const polygons = (geometryMembers(geometry) as Position[][][]).map((rings) => polygonInDegrees(geos, rings, plane));
  if (polygons.length === 1) return polygons[0]!;
  const all = geos.collect(polygons, null);
  const union = all === 0 ? 0 : geos.union(all);
  geos.free(all);
  return union;
}

/** A polygon of GeoJSON as GEOS has it, cut at the antimeridian. */
export function polygonHandle(geos: Geos, polygons: Position[][][]): Handle {
  const whole = { type: 'MultiPolygon', coordinates: polygons } as const;
  const cut = (cutAtAntimeridian(whole) ?? whole) as SimpleGeometry;
  const writer = new PackedWriter('polygon', 2);
  writer.addGeometry(cut);
  writer.endRow();
  const read = geos.read(writer.geometry(), 0);
  if (read === 0) return 0;
  const union = geos.union(read);
  geos.free(read);
  return union;
}

function polygonInDegrees(geos: Geos, rings: Position[][], plane: Plane): Handle {
  const [outer, ...holes] = rings.map((ring) => ringInDegrees(ring, plane));
  if (!outer) return 0;
  const whole = polygonHandle(geos, [[outer.isCap ? outer.ring : onTurn(outer.ring)]]);
  if (holes.length === 0 || whole === 0) return whole;
  const all = holes.map((hole) => polygonHandle(geos, [[hole.isCap ? hole.ring : onTurn(hole.ring)]]));
  const collected = geos.collect(all, null);
  const gone = collected === 0 ? 0 : geos.union(collected);
  const rest = gone === 0 ? 0 : geos.overlay('Difference', whole, gone);
  geos.free(whole, collected, gone);
  return rest;
}

/** A ring moved by whole turns until its westernmost position lies between −180° and 180°. */
function onTurn(ring: Position[]): Position[] {
  const west = ring.reduce((least, [longitude]) => Math.min(least, longitude!), Infinity);
  const turn = 360 * Math.floor((west + 180) / 360);
  return turn === 0 ? ring : ring.map(([longitude, latitude]) => [longitude! - turn, latitude!]);
}

function ringInDegrees(ring: Position[], plane: Plane): { ring: Position[]; isCap: boolean } {
  const found: Position[] = [inDegrees(ring[0]!, plane)];
  for (let at = 1; at < ring.length; at++) addEdge(found, ring[at - 1]!, ring[at]!, plane, 0);
  return closedInDegrees(found, plane.latitude >= 0);
}

/**
 * A ring whose longitudes run on, as far as its first position again: closed there, or along a pole where it goes
 * around one, the northern or the southern.
 */
export function closedInDegrees(found: Position[], isNorth: boolean): { ring: Position[]; isCap: boolean } {
  const first = found[0]!;
  const turn = found.at(-1)![0]! - first[0]!;
  if (Math.abs(turn) < 180) {
    found[found.length - 1] = first;
    return { ring: found, isCap: false };
  }
  const pole = isNorth ? 90 : -90;
  const direction = Math.sign(turn);
  const end = first[0]! + 360 * direction;
  found[found.length - 1] = [end, first[1]!];
  for (let step = 0; step <= 360; step += 90) found.push([end - step * direction, pole]);
  found.push(first);
  const west = Math.min(first[0]!, end);
  const shift = 360 * Math.floor((west + 180) / 360);
  return { ring: found.map(([longitude, latitude]) => [longitude! - shift, latitude!]), isCap: true };
}

/** Adds the positions of an edge after its start; longitudes run on. */
function addEdge(found: Position[], from: Position, to: Position, plane: Plane, depth: number): void {
  const before = found.at(-1)!;
  const reached = inDegrees(to, plane);
  const step = reached[0]! - before[0]! - 360 * Math.round((reached[0]! - before[0]!) / 360);
  if (Math.abs(step) > widestEdge && depth < deepestSplit) {
    const middle = [(from[0]! + to[0]!) / 2, (from[1]! + to[1]!) / 2];
    addEdge(found, from, middle, plane, depth + 1);
    addEdge(found, middle, to, plane, depth + 1);
    return;
  }
  found.push([before[0]! + step, reached[1]!]);
}

const pair = new Float64Array(2);

function inDegrees(position: Position, plane: Plane): Position {
  pair[0] = position[0]!;
  pair[1] = position[1]!;
  plane.toDegrees(pair, 2, 0, 1);
  return [pair[0], pair[1]];
}
