import { GromaError } from '@groma/model';
import type { BatchGeometry } from '../snapshot/snapshot-reader.ts';
import { copyRow, forEachPath, isLoneMulti, memberCount } from './copy-row.ts';
import { reversePositions, ringArea } from './ring-area.ts';
import { extentOf } from './row-extent.ts';
import { columnsOf, ToolOutput } from './tool-output.ts';
import {
  eachRow,
  geometryBatches,
  numberIn,
  positionRange,
  textIn,
  type GeometryBatch,
  type Tool,
  type ToolRun,
} from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

/** Gives each batch other coordinates in the same places; all else of it stays. */
function replaceTool(
  replace: (run: ToolRun) => (batch: GeometryBatch, coordinates: Float64Array) => Partial<BatchGeometry> | void,
): Tool {
  return (run) => {
    const change = replace(run);
    return { columns: run.features.columns, batches: changed() };
    async function* changed(): AsyncGenerator<ToolBatch> {
      for await (const batch of geometryBatches(run.features, run.work)) {
        const coordinates = batch.geometry.coordinates.slice();
        const other = change(batch, coordinates);
        yield {
          ...batch,
          cell: (column) => batch.cell(column),
          geometry: { ...batch.geometry, ...other, coordinates },
        };
        if (run.work.isDue(batch.rows)) await run.work.breathe();
      }
    }
  };
}

export const flipCoordinates: Tool = replaceTool(() => (batch, coordinates) => {
  const { size } = batch.geometry;
  for (let at = 0; at < coordinates.length; at += size) {
    const longitude = coordinates[at]!;
    coordinates[at] = coordinates[at + 1]!;
    coordinates[at + 1] = longitude;
  }
  const wrong = countRows(batch, coordinates);
  if (wrong > 0) throw new GromaError('TOOL_OUT_OF_RANGE', { count: wrong });
});

/** Rows with a latitude beyond a pole. */
function countRows({ geometry, rows }: GeometryBatch, coordinates: Float64Array): number {
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const [, south, , north] = extentOf(coordinates, geometry.size, ...positionRange(geometry, row));
    if (south < -90 || north > 90) count++;
  }
  return count;
}

export const roundCoordinates: Tool = replaceTool(({ parameters }) => {
  const factor = 10 ** numberIn(parameters, 'precision');
  return ({ geometry: { size } }, coordinates) => {
    for (let at = 0; at < coordinates.length; at += size) {
      coordinates[at] = Math.round(coordinates[at]! * factor) / factor;
      coordinates[at + 1] = Math.round(coordinates[at + 1]! * factor) / factor;
    }
  };
});

export const rewindCoordinates: Tool = replaceTool(({ parameters }) => {
  const isOuterLeft = textIn(parameters, 'winding') === 'counterclockwise';
  return ({ geometry, rows }, coordinates) => {
    const measures = geometry.measures?.slice();
    for (let row = 0; row < rows; row++) {
      forEachPath(geometry, row, (first, end, isHole) => {
        if (ringArea(coordinates, geometry.size, first, end) > 0 === (isOuterLeft !== isHole)) return;
        reversePositions(coordinates, geometry.size, first, end);
        if (measures) reversePositions(measures, 1, first, end);
      });
    }
    return measures && { measures };
  };
});

/** Leaves out repeated vertices, and those on the straight line between their neighbours. */
export const cleanCoordinates: Tool = (run) => {
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const { geometry, kind } = batch;
    const { size } = geometry;
    const writer = output.writer(kind, size);
    const mark = writer.mark();
    if (kind === 'point' && memberCount(geometry, row) === 1) copyRow(geometry, row, writer);
    else {
      let isWhole = true;
      forEachPath(
        geometry,
        row,
        (first, end) => {
          const kept =
            kind === 'point' ? distinct(geometry, first, end) : needed(geometry, first, end, kind === 'polygon');
          for (const at of kept) writer.copy(geometry.coordinates, size, at, at + 1);
          if (kind === 'polygon') writer.endRing();
          if (kept.length < (kind === 'polygon' ? 4 : kind === 'line' ? 2 : 1)) isWhole = false;
        },
        () => writer.endMember(),
      );
      if (!isWhole) {
        // What has no extent is left as it was: the person decides.
        writer.reset(mark);
        copyRow(geometry, row, writer);
        run.work.warn('few_vertices');
      }
    }
    output.add({ batch, row }, null, null, isLoneMulti(geometry, row));
  });
  return { columns: output.columns, batches };
};

function distinct({ coordinates, size }: BatchGeometry, first: number, end: number): number[] {
  const seen = new Set<string>();
  const kept: number[] = [];
  for (let at = first; at < end; at++) {
    const key = `${coordinates[at * size]},${coordinates[at * size + 1]},${size === 3 ? coordinates[at * size + 2] : ''}`;
    if (!seen.has(key)) kept.push(at);
    seen.add(key);
  }
  return kept;
}

function needed(geometry: BatchGeometry, first: number, end: number, isRing: boolean): number[] {
  const { coordinates, size } = geometry;
  const kept: number[] = [];
  for (let at = first; at < end; at++) {
    if (kept.length > 0 && isSame(coordinates, size, kept.at(-1)!, at)) continue;
    while (kept.length > 1 && isBetween(coordinates, size, kept.at(-2)!, kept.at(-1)!, at)) kept.pop();
    kept.push(at);
  }
  // The first vertex of a ring may itself lie on a line.
  if (isRing && kept.length > 4 && isBetween(coordinates, size, kept.at(-2)!, kept[0]!, kept[1]!)) {
    kept.shift();
    kept[kept.length - 1] = kept[0]!;
  }
  return kept;
}

function isSame(coordinates: Float64Array, size: number, one: number, other: number): boolean {
  for (let axis = 0; axis < size; axis++)
    if (!Object.is(coordinates[one * size + axis], coordinates[other * size + axis])) return false;
  return true;
}

/** Whether b lies on the straight line from a to c, height and all. */
function isBetween(coordinates: Float64Array, size: number, a: number, b: number, c: number): boolean {
  const [ax, ay] = [coordinates[a * size]!, coordinates[a * size + 1]!];
  const [bx, by] = [coordinates[b * size]! - ax, coordinates[b * size + 1]! - ay];
  const [cx, cy] = [coordinates[c * size]! - ax, coordinates[c * size + 1]! - ay];
  if (bx * cy - by * cx !== 0) return false;
  const along = bx * cx + by * cy;
  const whole = cx * cx + cy * cy;
  if (along < 0 || along > whole) return false;
  if (size === 2 || whole === 0) return true;
  const [az, bz, cz] = [a, b, c].map((at) => coordinates[at * size + 2]!) as [number, number, number];
  return Math.abs(az + ((cz - az) * along) / whole - bz) < 1e-9;
}
