import { RADIANS } from '../measure/ellipsoid.ts';
import { PlaneCenter } from './center-sums.ts';
import { copyRow, forEachPath, isLoneMulti } from './copy-row.ts';
import { cutRow } from './cut-row.ts';
import { loadGeos } from './geos.ts';
import { AzimuthalPlane, LocalPlane, type Plane } from './local-plane.ts';
import { reachOf } from './row-extent.ts';
import { columnsOf, ToolOutput } from './tool-output.ts';
import { collectBatches, eachRow, isOn, numberIn, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';

type Move = (x: number, y: number) => readonly [x: number, y: number];

/**
 * Moves the vertices of each feature around its middle, or of all around the middle of all, in metres on the ground.
 */
function moveTool(moveOf: (run: ToolRun) => Move): Tool {
  return async (run) => {
    const move = moveOf(run);
    const output = new ToolOutput(columnsOf(run.features));
    if (isOn(run.parameters, 'iterate')) return { columns: output.columns, batches: movedBy(run, output, move, null) };
    const batches = await collectBatches(run.features, run.work);
    const sums = new PlaneCenter();
    for (const { geometry, rows } of batches) for (let row = 0; row < rows; row++) sums.add(geometry, row);
    const all: ToolTable = { ...run.features, batches: () => batches };
    const center = sums.center();
    const plane = center && new AzimuthalPlane(...center);
    return { columns: output.columns, batches: movedBy({ ...run, features: all }, output, move, plane) };
  };
}

function movedBy(run: ToolRun, output: ToolOutput, move: Move, shared: Plane | null): AsyncGenerator<ToolBatch> {
  return eachRow(run, output, (batch, row) => {
    const plane = shared ?? planeOf(batch, row);
    if (!plane) return run.work.warn('empty');
    const { geometry } = batch;
    const writer = output.writer(batch.kind, geometry.size);
    const mark = writer.mark();
    const from = writer.positions;
    copyRow(geometry, row, writer);
    const { size } = writer;
    const positions = writer.coordinates.values;
    plane.toMetres(positions, size, from, writer.positions);
    for (let at = from * size; at < writer.positions * size; at += size)
      [positions[at], positions[at + 1]] = move(positions[at]!, positions[at + 1]!);
    plane.toDegrees(positions, size, from, writer.positions);
    cutRow(writer, mark, from);
    output.add({ batch, row }, null, null, isLoneMulti(geometry, row));
  });
}

function planeOf({ geometry }: GeometryBatch, row: number): Plane | null {
  const sums = new PlaneCenter();
  sums.add(geometry, row);
  const center = sums.center();
  if (!center) return null;
  return reachOf(geometry, row).metres < 100_000 ? new LocalPlane(...center) : new AzimuthalPlane(...center);
}

export const rotate: Tool = moveTool(({ parameters }) => {
  const angle = numberIn(parameters, 'angle') * RADIANS;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return (x, y) => [x * cosine + y * sine, y * cosine - x * sine];
});

export const scale: Tool = moveTool(({ parameters }) => {
  const factor = numberIn(parameters, 'factor');
  return (x, y) => [x * factor, y * factor];
});

/** Cuts each corner off at a quarter of its edges (Chaikin, 1974). */
export const smoothPolygons: Tool = (run) => {
  const rounds = numberIn(run.parameters, 'iterations');
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const { geometry } = batch;
    const { size, coordinates } = geometry;
    const writer = output.writer('polygon', size);
    forEachPath(
      geometry,
      row,
      (first, end) => {
        let ring: Float64Array = coordinates.subarray(first * size, end * size);
        for (let round = 0; round < rounds; round++) ring = cutCorners(ring, size);
        writer.copy(ring, size, 0, ring.length / size);
        writer.endRing();
      },
      () => writer.endMember(),
    );
    output.add({ batch, row }, null, null, isLoneMulti(geometry, row));
  });
  return { columns: output.columns, batches };
};

function cutCorners(ring: Float64Array, size: number): Float64Array {
  const edges = ring.length / size - 1;
  const cut = new Float64Array((edges * 2 + 1) * size);
  for (let edge = 0; edge < edges; edge++) {
    for (let axis = 0; axis < size; axis++) {
      const [from, to] = [ring[edge * size + axis]!, ring[(edge + 1) * size + axis]!];
      cut[edge * 2 * size + axis] = 0.75 * from + 0.25 * to;
      cut[(edge * 2 + 1) * size + axis] = 0.25 * from + 0.75 * to;
    }
  }
  cut.copyWithin(edges * 2 * size, 0, size);
  return cut;
}

export const simplify: Tool = async (run) => {
  const geos = await loadGeos();
  const tolerance = numberIn(run.parameters, 'tolerance');
  const keepsTopology = isOn(run.parameters, 'keep_topology');
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const { geometry, kind } = batch;
    const writer = output.writer(kind, geometry.size);
    if (kind === 'point') copyRow(geometry, row, writer);
    else {
      const read = geos.read(geometry, row);
      const plain = read === 0 ? 0 : geos.simplify(read, tolerance, keepsTopology);
      const written = plain === 0 ? 0 : geos.write(plain, writer);
      geos.free(read, plain);
      if (written === 0) return run.work.warn(plain === 0 ? 'failed' : 'empty');
    }
    output.add({ batch, row }, null, null, isLoneMulti(geometry, row));
  });
  return { columns: output.columns, batches };
};
