import { GromaError, lengthUnits, type LengthUnit } from '@groma/model';
import type { Position } from '../coordinate.ts';
import { RADIANS, SEMI_MAJOR } from '../measure/ellipsoid.ts';
import { cutRow } from './cut-row.ts';
import { rowGeometry, type BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { geometryMembers, type SimpleGeometry } from '../geometry.ts';
import { loadGeos, type Geos, type Handle } from './geos.ts';
import { AzimuthalPlane, LocalPlane } from './local-plane.ts';
import type { PackedWriter } from './packed-writer.ts';
import { reachOf } from './row-extent.ts';
import { polygonHandle, shapeInDegrees } from './shape-in-degrees.ts';
import { columnsOf, ToolOutput } from './tool-output.ts';
import { collectBatches, eachRow, isOn, numberIn, positionRange, textIn, type Tool, type ToolRun } from './tool-run.ts';
import { unionAll } from './union-all.ts';

/** Up to here one conformal plane is exact enough, in metres from its middle. */
const planeReach = 100_000;
/** Up to here one azimuthal plane is. */
const azimuthalReach = 300_000;
/** A quarter of the way round the Earth: beyond it a buffer is no longer what lies around. */
const mostRadius = 9_900_000;
/** How far an edge may lie from its straight line in degrees, as a part of the radius. */
const edgeTolerance = 3e-4;

/** The radius of a run in metres. @throws GromaError TOOL_RADIUS_TOO_LARGE */
export function radiusOf({ parameters }: ToolRun): number {
  const metres = numberIn(parameters, 'radius') * lengthUnits[textIn(parameters, 'unit') as LengthUnit];
  if (Math.abs(metres) > mostRadius) throw new GromaError('TOOL_RADIUS_TOO_LARGE', { most: mostRadius / 1000 });
  return metres;
}

/** Grows (or shrinks) features by a distance on the ellipsoid. */
export const buffer: Tool = async (run) => {
  const geos = await loadGeos();
  const maker = new BufferMaker(geos, radiusOf(run), numberIn(run.parameters, 'segments'));
  if (!isOn(run.parameters, 'iterate')) return { columns: [], batches: bufferOfAll(run, geos, maker) };
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const writer = output.writer('polygon');
    const mark = writer.mark();
    const isMade = maker.write(batch.geometry, row, writer);
    if (isMade && writer.memberCount > 0) return output.add({ batch, row });
    writer.reset(mark);
    run.work.warn(isMade ? 'empty' : 'failed');
  });
  return { columns: output.columns, batches };
};

async function* bufferOfAll(run: ToolRun, geos: Geos, maker: BufferMaker) {
  const output = new ToolOutput([]);
  const scratch = new ToolOutput([]);
  const source: ToolRun = run;
  const handles: Handle[] = [];
  const writer = scratch.writer('polygon');
  for (const batch of await collectBatches(source.features, run.work)) {
    for (let row = 0; row < batch.rows; row++) {
      if (!maker.write(batch.geometry, row, writer)) run.work.warn('failed');
      writer.endRow();
      if (run.work.isDue()) await run.work.breathe();
    }
  }
  const packed = writer.geometry();
  for (let row = 0; row < writer.rows; row++)
    if (packed.features[row + 1]! > packed.features[row]!) handles.push(geos.read(packed, row));
  const union = await unionAll(geos, handles, run.work);
  const target = output.writer('polygon');
  if (geos.write(union, target) > 0) output.add(null);
  geos.free(union);
  yield* output.take(true);
}

/** Makes buffers of packed rows. */
export class BufferMaker {
  readonly #geos: Geos;
  readonly #radius: number;
  readonly #segments: number;
  #scratch = new Float64Array(4096);

  constructor(geos: Geos, radius: number, segments: number) {
    this.#geos = geos;
    this.#radius = radius;
    this.#segments = segments;
  }

  /** Adds the buffer of a row to the row being written, in degrees; false where GEOS fails. */
  write(geometry: BatchGeometry, row: number, writer: PackedWriter): boolean {
    const reach = reachOf(geometry, row);
    const far = reach.metres + Math.abs(this.#radius);
    const edge = this.#edgeLimit(reach.latitude);
    const [first, end] = positionRange(geometry, row);
    const isPlain =
      far <= planeReach && Math.abs(reach.latitude) + far / 111_000 < 89 && !hasLongEdge(geometry, first, end, edge);
    return isPlain ? this.#writePlain(geometry, row, reach, writer) : this.#writeFar(geometry, row, reach, writer);
  }

  #writePlain(
    geometry: BatchGeometry,
    row: number,
    { longitude, latitude }: { longitude: number; latitude: number },
    writer: PackedWriter,
  ): boolean {
    const plane = new LocalPlane(longitude, latitude);
    const [first, end] = positionRange(geometry, row);
    const flat = this.#flat(geometry, first, end);
    plane.toMetres(flat, 2, first, end);
    const geos = this.#geos;
    const read = geos.read(geometry, row, flat, 2);
    const grown = read === 0 ? 0 : geos.buffer(read, this.#radius, this.#segments);
    geos.free(read);
    if (grown === 0) return false;
    const mark = writer.mark();
    const from = writer.positions;
    geos.write(grown, writer);
    geos.free(grown);
    plane.toDegrees(writer.coordinates.values, 2, from, writer.positions);
    cutRow(writer, mark, from);
    return true;
  }

  /** In pieces, each in a plane of its own, joined in degrees. */
  #writeFar(
    geometry: BatchGeometry,
    row: number,
    reach: { longitude: number; latitude: number; metres: number },
    writer: PackedWriter,
  ): boolean {
    const geos = this.#geos;
    const radius = Math.abs(this.#radius);
    const shape = rowGeometry(geometry, row)!;
    const window = Math.max(20_000, radius < 200_000 ? 200_000 : radius / 10);
    const pieces = pathsOf(shape).flatMap((path) => chains(path, window, this.#edgeLimit(reach.latitude)));
    const grown = pieces.map((piece) => this.#piece(piece, radius, reach.metres + radius <= azimuthalReach));
    const isArea = geometry.kind === 'polygon';
    const own = isArea ? polygonHandle(geos, geometryMembers(shape) as Position[][][]) : 0;
    if (isArea && this.#radius > 0 && own !== 0) grown.push(geos.clone(own));
    const all = geos.collect(grown, null);
    const band = all === 0 ? 0 : geos.union(all);
    geos.free(all);
    if (band === 0) {
      geos.free(own);
      return false;
    }
    const result =
      isArea && this.#radius < 0 ? geos.overlay('Difference', own, band) : this.#radius < 0 ? 0 : geos.clone(band);
    if (result !== 0) geos.write(result, writer);
    geos.free(own, band, result);
    return true;
  }

  #piece(path: Position[], radius: number, isNear: boolean): Handle {
    const geos = this.#geos;
    const middle = path[Math.floor(path.length / 2)]!;
    const plane =
      isNear && Math.abs(middle[1]!) < 85 && radius < planeReach / 2 && path.length < 3
        ? new LocalPlane(middle[0]!, middle[1]!)
        : new AzimuthalPlane(middle[0]!, middle[1]!);
    const flat = Float64Array.from(path.flatMap(([x, y]) => [x!, y!]));
    plane.toMetres(flat, 2, 0, path.length);
    const isPoint = path.length === 1;
    const packed: BatchGeometry = {
      kind: isPoint ? 'point' : 'line',
      size: 2,
      coordinates: flat,
      features: Int32Array.of(0, 1),
      members: isPoint ? null : Int32Array.of(0, path.length),
      rings: null,
    };
    const read = geos.read(packed, 0);
    const grown = read === 0 ? 0 : geos.buffer(read, radius, this.#segments);
    const shape = grown === 0 ? 0 : shapeInDegrees(geos, grown, plane);
    geos.free(read, grown);
    return shape;
  }

  /**
   * The widest edge, in degrees of longitude, that a plane leaves where degrees have it (the sagitta of a parallel).
   */
  #edgeLimit(latitude: number): number {
    const bend = SEMI_MAJOR * Math.max(0.02, Math.abs(Math.sin(2 * latitude * RADIANS)) / 2);
    return Math.max(0.001, Math.sqrt((8 * edgeTolerance * Math.max(1, Math.abs(this.#radius))) / bend) / RADIANS);
  }

  /** The positions of a row without heights, at the same indices. */
  #flat({ coordinates, size }: BatchGeometry, first: number, end: number): Float64Array {
    if (this.#scratch.length < end * 2) this.#scratch = new Float64Array(end * 3);
    const flat = this.#scratch;
    if (size === 2) flat.set(coordinates.subarray(first * 2, end * 2), first * 2);
    else
      for (let at = first; at < end; at++) {
        flat[at * 2] = coordinates[at * 3]!;
        flat[at * 2 + 1] = coordinates[at * 3 + 1]!;
      }
    return flat;
  }
}

function hasLongEdge({ kind, coordinates, size }: BatchGeometry, first: number, end: number, limit: number): boolean {
  if (kind === 'point') return false;
  for (let at = first + 1; at < end; at++)
    if (Math.abs(coordinates[at * size]! - coordinates[(at - 1) * size]!) > limit) return true;
  return false;
}

/** Points, lines and rings of a geometry as lists of positions. */
function pathsOf(shape: SimpleGeometry): Position[][] {
  const members = geometryMembers(shape);
  if (shape.type === 'Point' || shape.type === 'MultiPoint') return (members as Position[]).map((each) => [each]);
  return shape.type === 'LineString' || shape.type === 'MultiLineString'
    ? (members as Position[][])
    : (members as Position[][][]).flat();
}

/**
 * A path with its edges split as degrees have them, cut into chains of about a length in metres that share their ends.
 */
function chains(path: Position[], window: number, widest: number): Position[][] {
  const found: Position[][] = [[path[0]!]];
  let length = 0;
  for (let at = 1; at < path.length; at++) {
    const [from, to] = [path[at - 1]!, path[at]!];
    const [across, up] = [to[0]! - from[0]!, to[1]! - from[1]!];
    const metres = Math.hypot(across * Math.cos(from[1]! * RADIANS), up) * 111_195;
    const pieces = Math.max(1, Math.ceil(Math.abs(across) / widest), Math.ceil(metres / (window / 4)));
    for (let piece = 1; piece <= pieces; piece++) {
      const part = piece / pieces;
      const place: Position = piece === pieces ? to : [from[0]! + across * part, from[1]! + up * part];
      found.at(-1)!.push(place);
      length += metres / pieces;
      if (length < window || (at === path.length - 1 && piece === pieces)) continue;
      found.push([place]);
      length = 0;
    }
  }
  return found;
}
