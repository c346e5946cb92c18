import type * as H3Module from 'h3-js';
import type { Position } from '../coordinate.ts';
import { geometryMembers, type SimpleGeometry } from '../geometry.ts';
import { geometryArea } from '../measure/area.ts';
import { cutAtAntimeridian } from '../shape/cut-at-antimeridian.ts';
import { rowGeometry } from '../snapshot/snapshot-reader.ts';
import { loadGeos, type Geos, type Handle } from './geos.ts';
import { H3Cover } from './h3-cover.ts';
import { PackedWriter } from './packed-writer.ts';
import { requireRows } from './result-limit.ts';
import { extentOf } from './row-extent.ts';
import { closedInDegrees } from './shape-in-degrees.ts';
import { madeFrom, ToolOutput } from './tool-output.ts';
import { geometryBatches, numberIn, positionRange, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

type H3 = typeof H3Module;

/** H3 takes an edge of half a turn or more for one across the antimeridian. */
const widest = 90;

/** Cells of the H3 grid (h3geo.org) that hold points or meet polygons, each once, in the order of their ids. */
export const h3Cells: Tool = (run) => {
  const output = new ToolOutput([
    madeFrom({ name: 'h3', type: 'text' }, 0),
    madeFrom({ name: 'count', type: 'integer' }, 1),
  ]);
  return { columns: output.columns, batches: found(run, output) };
};

async function* found(run: ToolRun, output: ToolOutput): AsyncGenerator<ToolBatch> {
  const h3 = await import('h3-js');
  const geos = await loadGeos();
  const resolution = numberIn(run.parameters, 'resolution');
  const cover = new H3Cover(h3, resolution);
  const counts = new Map<string, number>();
  for await (const batch of geometryBatches(run.features, run.work)) {
    for (let row = 0; row < batch.rows; row++) {
      const cells =
        batch.kind === 'point'
          ? cellsOfPoints(h3, batch, row, resolution)
          : cellsOfPolygon(run, cover, geos, batch, row);
      for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
      requireRows(counts.size);
      if (run.work.isDue()) await run.work.breathe();
    }
  }
  for (const cell of [...counts.keys()].toSorted()) {
    output.writer('polygon').addGeometry(cellShape(h3, cell));
    output.add(null, null, [cell, counts.get(cell)!]);
    if (run.work.isDue(0)) await run.work.breathe();
    yield* output.take();
  }
  yield* output.take(true);
}

function cellsOfPoints(h3: H3, { geometry }: GeometryBatch, row: number, resolution: number): Set<string> {
  const cells = new Set<string>();
  const [first, end] = positionRange(geometry, row);
  for (let at = first * geometry.size; at < end * geometry.size; at += geometry.size)
    cells.add(h3.latLngToCell(geometry.coordinates[at + 1]!, geometry.coordinates[at]!, resolution));
  return cells;
}

function cellsOfPolygon({ work }: ToolRun, cover: H3Cover, geos: Geos, batch: GeometryBatch, row: number): Set<string> {
  const cells = new Set<string>();
  const own = geos.read(batch.geometry, row);
  const valid = own === 0 || geos.isValid(own) ? own : geos.makeValid(own);
  if (valid !== own) {
    work.warn('repaired');
    geos.free(own);
  }
  if (valid === 0) {
    work.warn('failed');
    return cells;
  }
  const [first, end] = positionRange(batch.geometry, row);
  const [west, south, east, north] = extentOf(batch.geometry.coordinates, batch.geometry.size, first, end);
  const columns = Math.max(1, Math.ceil((east - west) / widest));
  for (let column = 0; column < columns; column++) {
    const [from, to] = [west + ((east - west) * column) / columns, west + ((east - west) * (column + 1)) / columns];
    const part = columns === 1 ? geos.clone(valid) : within(geos, valid, [from, south, to, north]);
    for (const cell of cellsOfShape(cover, shapeOf(geos, part))) cells.add(cell);
    geos.free(part);
  }
  geos.free(valid);
  return cells;
}

function within(geos: Geos, own: Handle, box: [number, number, number, number]): Handle {
  const rectangle = geos.rectangle(...box);
  const part = geos.overlay('Intersection', own, rectangle);
  geos.free(rectangle);
  return part;
}

function shapeOf(geos: Geos, handle: Handle): SimpleGeometry | null {
  const writer = new PackedWriter('polygon', 2);
  const written = handle === 0 ? 0 : geos.write(handle, writer);
  writer.endRow();
  return written === 0 ? null : rowGeometry(writer.geometry(), 0);
}

function* cellsOfShape(cover: H3Cover, shape: SimpleGeometry | null): Iterable<string> {
  if (!shape) return;
  // Asked before, since H3 takes the memory for all of them at once.
  requireRows(Math.floor(geometryArea(shape) / cover.meanArea));
  for (const rings of geometryMembers(shape) as Position[][][]) yield* cover.cellsOf(rings, requireRows);
}

/** The outline of a cell between ±180°: cut at the antimeridian, closed along a pole that it holds. */
function cellShape(h3: H3, cell: string): SimpleGeometry {
  const corners = h3.cellToBoundary(cell, true);
  const run: Position[] = [corners[0]!];
  for (const [x, y] of corners.slice(1)) {
    const before = run.at(-1)![0]!;
    run.push([x! - 360 * Math.round((x! - before) / 360), y!]);
  }
  const { ring } = closedInDegrees(run, corners[0]![1]! > 0);
  const shape: SimpleGeometry = { type: 'Polygon', coordinates: [ring] };
  return (cutAtAntimeridian(shape) as SimpleGeometry | null) ?? shape;
}
