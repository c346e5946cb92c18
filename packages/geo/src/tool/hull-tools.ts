import { RADIANS } from '../measure/ellipsoid.ts';
import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { convexRing } from './convex-ring.ts';
import { loadGeos, type Geos } from './geos.ts';
import { PackedWriter } from './packed-writer.ts';
import { reachOf } from './row-extent.ts';
import { columnsOf, ToolOutput } from './tool-output.ts';
import { eachRow, geometryBatches, isOn, numberIn, positionRange, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

/** Writes the hull of some positions of a row; false, and nothing, where they span no area. */
type WriteHull = (geometry: BatchGeometry, row: number, first: number, end: number, output: ToolOutput) => boolean;

/** A hull around the vertices of each feature, or of all. */
function hullTool(hullOf: (run: ToolRun) => WriteHull | Promise<WriteHull>): Tool {
  return async (run) => {
    const write = await hullOf(run);
    if (!isOn(run.parameters, 'iterate')) return { columns: [], batches: hullOfAll(run, write) };
    const output = new ToolOutput(columnsOf(run.features));
    const batches = eachRow(run, output, (batch, row) => {
      const [first, end] = positionRange(batch.geometry, row);
      if (write(batch.geometry, row, first, end, output)) output.add({ batch, row });
      else run.work.warn('few_vertices');
    });
    return { columns: output.columns, batches };
  };
}

async function* hullOfAll({ features, work }: ToolRun, write: WriteHull): AsyncGenerator<ToolBatch> {
  const all = new PackedWriter('point', 2);
  for await (const { geometry, rows } of geometryBatches(features, work)) {
    all.copy(geometry.coordinates, geometry.size, 0, geometry.coordinates.length / geometry.size);
    if (work.isDue(rows)) await work.breathe();
  }
  all.endRow();
  const output = new ToolOutput([]);
  if (write(all.geometry(), 0, 0, all.positions, output)) output.add(null);
  else work.warn('few_vertices');
  yield* output.take(true);
}

/** Eastward is shortened as at the middle, so that lengths compare. */
function writeConcave(
  geos: Geos,
  { parameters }: ToolRun,
  geometry: BatchGeometry,
  row: number,
  first: number,
  end: number,
  output: ToolOutput,
): boolean {
  if (end - first < 3) return false;
  const shrink = Math.max(1e-3, Math.cos(reachOf(geometry, row).latitude * RADIANS));
  const { coordinates, size } = geometry;
  const flat = new Float64Array((end - first) * 2);
  for (let at = first, to = 0; at < end; at++, to += 2) {
    flat[to] = coordinates[at * size]! * shrink;
    flat[to + 1] = coordinates[at * size + 1]!;
  }
  const points: BatchGeometry = {
    kind: 'point',
    size: 2,
    coordinates: flat,
    features: Int32Array.of(0, end - first),
    members: null,
    rings: null,
  };
  const read = geos.read(points, 0);
  const hull = read === 0 ? 0 : geos.concaveHull(read, numberIn(parameters, 'ratio'), isOn(parameters, 'holes'));
  const writer = output.writer('polygon');
  const from = writer.positions;
  const isWritten = hull !== 0 && geos.write(hull, writer) > 0;
  for (let at = from; at < writer.positions; at++) writer.coordinates.values[at * 2]! /= shrink;
  geos.free(read, hull);
  return isWritten;
}

export const convexHull: Tool = hullTool(() => ({ coordinates, size }, _row, first, end, output) => {
  const ring = convexRing(coordinates, size, first, end);
  if (!ring) return false;
  const writer = output.writer('polygon');
  writer.copy(ring, 2, 0, ring.length / 2);
  writer.endRing();
  writer.endMember();
  return true;
});

export const concaveHull: Tool = hullTool(async (run) => {
  const geos = await loadGeos();
  return (...place) => writeConcave(geos, run, ...place);
});
