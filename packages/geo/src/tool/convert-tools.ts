import { forEachPath } from './copy-row.ts';
import { loadGeos, type Handle } from './geos.ts';
import { columnsOf, ToolOutput } from './tool-output.ts';
import { collectBatches, eachRow, isOn, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

export const polygonToLines: Tool = (run) => {
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const { coordinates, size } = batch.geometry;
    const writer = output.writer('line', batch.geometry.size);
    forEachPath(batch.geometry, row, (first, end) => {
      writer.copy(coordinates, size, first, end);
      writer.endMember();
    });
    output.add({ batch, row });
  });
  return { columns: output.columns, batches };
};

export const toPoints: Tool = (run) => {
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const { coordinates, size, kind } = batch.geometry;
    forEachPath(batch.geometry, row, (first, end) => {
      // A ring ends where it begins: that vertex is one point.
      for (let at = first; at < (kind === 'polygon' ? end - 1 : end); at++) {
        output.writer('point', batch.geometry.size).copy(coordinates, size, at, at + 1);
        output.add({ batch, row });
      }
    });
  });
  return { columns: output.columns, batches };
};

export const explode: Tool = (run) => {
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const { coordinates, size, kind } = batch.geometry;
    if (kind === 'point') {
      const [first, end] = [batch.geometry.features[row]!, batch.geometry.features[row + 1]!];
      for (let at = first; at < end; at++) {
        output.writer('point', batch.geometry.size).copy(coordinates, size, at, at + 1);
        output.add({ batch, row });
      }
      return;
    }
    forEachPath(
      batch.geometry,
      row,
      (first, end) => {
        const writer = output.writer(kind, batch.geometry.size);
        writer.copy(coordinates, size, first, end);
        if (kind === 'polygon') writer.endRing();
      },
      () => {
        output.writer(kind, batch.geometry.size).endMember();
        output.add({ batch, row });
      },
    );
  });
  return { columns: output.columns, batches };
};

export const lineToPolygon: Tool = async (run) => {
  if (!isOn(run.parameters, 'iterate')) return { columns: [], batches: facesOfAll(run) };
  const geos = await loadGeos();
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const writer = output.writer('polygon', batch.geometry.size);
    const [first, end] = [batch.geometry.features[row]!, batch.geometry.features[row + 1]!];
    if (end - first === 1) {
      if (!writeRing(batch, first, writer)) return run.work.warn('few_vertices');
      writer.endMember();
      return output.add({ batch, row });
    }
    const mark = writer.mark();
    for (let member = first; member < end; member++) {
      if (writeRing(batch, member, writer)) writer.endMember();
      else run.work.warn('few_vertices');
    }
    // The rings of several lines: one inside another is its hole.
    writer.endRow();
    const packed = writer.geometry();
    const rings = geos.read(packed, writer.rows - 1);
    writer.undoRow();
    writer.reset(mark);
    const bounds = rings === 0 ? 0 : geos.boundary(rings);
    const area = bounds === 0 ? 0 : geos.buildArea(bounds);
    const written = area === 0 ? 0 : geos.write(area, writer);
    geos.free(rings, bounds, area);
    if (written === 0) return run.work.warn('failed');
    output.add({ batch, row });
  });
  return { columns: output.columns, batches };
};

function writeRing({ geometry }: GeometryBatch, member: number, writer: ReturnType<ToolOutput['writer']>): boolean {
  const { coordinates, size, members } = geometry;
  const [first, end] = [members![member]!, members![member + 1]!];
  const isClosed =
    coordinates[first * size] === coordinates[(end - 1) * size] &&
    coordinates[first * size + 1] === coordinates[(end - 1) * size + 1];
  if (end - first < (isClosed ? 4 : 3)) return false;
  writer.copy(coordinates, size, first, end);
  if (!isClosed) writer.copy(coordinates, size, first, first + 1);
  writer.endRing();
  return true;
}

async function* facesOfAll({ features, work }: ToolRun): AsyncGenerator<ToolBatch> {
  const geos = await loadGeos();
  const lines: Handle[] = [];
  for (const { geometry, rows } of await collectBatches(features, work)) {
    for (let row = 0; row < rows; row++) {
      const line = geos.read(geometry, row);
      if (line === 0) work.warn('failed');
      else lines.push(line);
    }
    if (work.isDue(rows)) await work.breathe();
  }
  const all = geos.collect(lines, null);
  const faces = geos.polygonize(all);
  geos.free(all);
  const output = new ToolOutput([]);
  for (const face of geos.parts(faces)) {
    if (geos.write(face, output.writer('polygon')) > 0) output.add(null);
    yield* output.take();
  }
  geos.free(faces);
  yield* output.take(true);
}
