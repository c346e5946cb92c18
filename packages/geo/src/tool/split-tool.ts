import Flatbush from 'flatbush';
import { forEachPath } from './copy-row.ts';
import { loadGeos, type Geos, type Handle } from './geos.ts';
import { keepRow } from './join-tools.ts';
import { extentOf } from './row-extent.ts';
import { columnsOf, ToolOutput } from './tool-output.ts';
import { collectBatches, eachRow, positionRange, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';

/** Cuts lines and polygons where the lines of another layer cross them, in degrees; each piece is a row. */
export const split: Tool = async (run) => {
  const geos = await loadGeos();
  const cutters = await CutterEdges.read(run);
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const { geometry } = batch;
    const [first, end] = positionRange(geometry, row);
    if (first === end) return;
    const near = cutters.near(extentOf(geometry.coordinates, geometry.size, first, end));
    if (near.length === 0) return keepRow(output, { batch, row });
    if (batch.kind === 'line') splitLines(output, cutters, batch, row);
    else splitPolygon(run, geos, output, cutters, near, batch, row);
  });
  return { columns: output.columns, batches };
};

/** The edges of the lines that cut, by their boxes. */
class CutterEdges {
  /** Four numbers each. */
  readonly edges: Float64Array;
  readonly #index: Flatbush | null = null;

  private constructor(edges: Float64Array) {
    this.edges = edges;
    if (edges.length === 0) return;
    this.#index = new Flatbush(edges.length / 4);
    for (let at = 0; at < edges.length; at += 4) {
      const [x1, y1, x2, y2] = edges.subarray(at, at + 4) as unknown as [number, number, number, number];
      this.#index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
    }
    this.#index.finish();
  }

  static async read({ other, work }: ToolRun): Promise<CutterEdges> {
    const edges: number[] = [];
    for (const { kind, geometry, rows } of await collectBatches(other, work)) {
      if (kind !== 'line') continue;
      const { coordinates, size } = geometry;
      for (let row = 0; row < rows; row++)
        forEachPath(geometry, row, (first, end) => {
          for (let at = first + 1; at < end; at++)
            edges.push(
              coordinates[(at - 1) * size]!,
              coordinates[(at - 1) * size + 1]!,
              coordinates[at * size]!,
              coordinates[at * size + 1]!,
            );
        });
    }
    return new CutterEdges(Float64Array.from(edges));
  }

  near([west, south, east, north]: readonly [number, number, number, number]): number[] {
    return this.#index?.search(west, south, east, north) ?? [];
  }

  /** Where along an edge, between 0 and 1, others cross or touch it. */
  cuts(x1: number, y1: number, x2: number, y2: number): number[] {
    const found: number[] = [];
    const box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const;
    for (const place of this.near(box)) {
      const [x3, y3, x4, y4] = this.edges.subarray(place * 4, place * 4 + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      found.push(...crossings(x1, y1, x2, y2, x3, y3, x4, y4));
    }
    const sorted = found.toSorted((one, other) => one - other);
    return sorted.filter((part, at) => at === 0 || part - sorted[at - 1]! > nearEnd);
  }
}

/** How far a touch may miss, as a part of the edges' size: what doubles lose. */
const tolerance = 1e-12;
/** A cut closer to an end of an edge, or to another cut, is the same. */
const nearEnd = 1e-11;

/**
 * Where on the first edge, 0 to 1, the second crosses or touches it; the ends of what they share, where both lie on one
 * line.
 */
function crossings(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
  x4: number,
  y4: number,
): number[] {
  const [ax, ay, bx, by, cx, cy] = [x2 - x1, y2 - y1, x4 - x3, y4 - y3, x3 - x1, y3 - y1];
  const own = ax * ax + ay * ay;
  if (own === 0) return [];
  const across = ax * by - ay * bx;
  const scale = Math.sqrt(own * (bx * bx + by * by));
  const within = (part: number): number[] =>
    part < -tolerance || part > 1 + tolerance ? [] : [part < nearEnd ? 0 : part > 1 - nearEnd ? 1 : part];
  if (Math.abs(across) <= tolerance * scale) {
    if (Math.abs(ax * cy - ay * cx) > 1e-9 * own) return [];
    return [(cx * ax + cy * ay) / own, ((x4 - x1) * ax + (y4 - y1) * ay) / own].flatMap(within);
  }
  const other = (cx * ay - cy * ax) / across;
  if (other < -tolerance || other > 1 + tolerance) return [];
  return within((cx * by - cy * bx) / across);
}

/** Writes each line from cut to cut; heights at cuts are interpolated. */
function splitLines(output: ToolOutput, cutters: CutterEdges, batch: GeometryBatch, row: number): void {
  const { coordinates, size } = batch.geometry;
  forEachPath(batch.geometry, row, (first, end) => {
    let isBegun = false;
    const finish = (): void => {
      output.writer('line', size).endMember();
      output.add({ batch, row });
      isBegun = false;
    };
    for (let at = first; at + 1 < end; at++) {
      const [one, other] = [at * size, (at + 1) * size];
      const [x1, y1, x2, y2] = [coordinates[one]!, coordinates[one + 1]!, coordinates[other]!, coordinates[other + 1]!];
      if (!isBegun) {
        output.writer('line', size).copy(coordinates, size, at, at + 1);
        isBegun = true;
      }
      for (const part of cutters.cuts(x1, y1, x2, y2)) {
        if (part === 0) continue;
        const writer = output.writer('line', size);
        if (part === 1) break;
        const z = size === 3 ? coordinates[one + 2]! + (coordinates[other + 2]! - coordinates[one + 2]!) * part : NaN;
        writer.position(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, z);
        finish();
        output.writer('line', size).position(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, z);
        isBegun = true;
      }
      output.writer('line', size).copy(coordinates, size, at + 1, at + 2);
      if (at + 2 === end || isCutAt(cutters, x1, y1, x2, y2) || startsCut(cutters, coordinates, size, at + 1)) finish();
    }
  });
}

/** Whether an edge is cut at its end. */
function isCutAt(cutters: CutterEdges, x1: number, y1: number, x2: number, y2: number): boolean {
  return cutters.cuts(x1, y1, x2, y2).at(-1) === 1;
}

/** Whether the edge that begins at a position is cut there. */
function startsCut(cutters: CutterEdges, coordinates: Float64Array, size: number, at: number): boolean {
  const [one, other] = [at * size, (at + 1) * size];
  return cutters.cuts(coordinates[one]!, coordinates[one + 1]!, coordinates[other]!, coordinates[other + 1]!)[0] === 0;
}

/** The faces that the outline and the lines near it enclose, as far as they lie within the polygon. */
function splitPolygon(
  { work }: ToolRun,
  geos: Geos,
  output: ToolOutput,
  cutters: CutterEdges,
  near: readonly number[],
  batch: GeometryBatch,
  row: number,
): void {
  const { size } = batch.geometry;
  const read = geos.read(batch.geometry, row);
  if (read === 0) return work.warn('failed');
  const isValid = geos.isValid(read);
  const own = isValid ? read : geos.makeValid(read);
  if (!isValid) {
    work.warn('repaired');
    geos.free(read);
  }
  const lines = edgesHandle(geos, cutters.edges, near);
  const bounds = own === 0 ? 0 : geos.boundary(own);
  // Noded together, so that the lines end on the outline to the last digit; what lies outside is left out below.
  const all = geos.collect([bounds, lines], null);
  const faces = all === 0 ? 0 : geos.polygonize(all);
  const prepared = own === 0 ? 0 : geos.prepare(own);
  let count = 0;
  for (const face of geos.parts(faces)) {
    const point = geos.pointWithin(face);
    const isInside = point !== 0 && geos.preparedTest('Contains', prepared, point);
    geos.free(point);
    if (!isInside || geos.write(face, output.writer('polygon', size)) === 0) continue;
    output.add({ batch, row });
    count++;
  }
  geos.freePrepared(prepared);
  geos.free(own, faces, all);
  if (count === 0) work.warn('failed');
}

function edgesHandle(geos: Geos, edges: Float64Array, places: readonly number[]): Handle {
  const values = new Float64Array(places.length * 4);
  places.forEach((place, at) => values.set(edges.subarray(place * 4, place * 4 + 4), at * 4));
  const members = Int32Array.from({ length: places.length + 1 }, (_, at) => at * 2);
  const features = Int32Array.of(0, places.length);
  const read = geos.read({ kind: 'line', size: 2, coordinates: values, features, members, rings: null }, 0);
  const noded = read === 0 ? 0 : geos.union(read);
  geos.free(read);
  return noded;
}
