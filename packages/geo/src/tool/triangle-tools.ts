import { readPoints } from './cluster-tools.ts';
import { cutRow } from './cut-row.ts';
import { columnPlace } from './column-place.ts';
import { loadGeos } from './geos.ts';
import { PackedWriter } from './packed-writer.ts';
import { extentOf } from './row-extent.ts';
import { columnsOf, madeFrom, ToolOutput, type RowOf } from './tool-output.ts';
import { numberIn, textIn, type Tool } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';
import { Triangulation } from './triangulation.ts';

export const voronoi: Tool = (run) => {
  const output = new ToolOutput(columnsOf(run.features));
  return { columns: output.columns, batches: cells() };

  async function* cells(): AsyncGenerator<ToolBatch> {
    const geos = await loadGeos();
    const points = await readPoints(run);
    const degrees = runningOn(points.degrees);
    const [west, south, east, north] = extentOf(degrees, 2, 0, points.rows.length);
    const margin = numberIn(run.parameters, 'margin');
    const [across, up] = [Math.max((east - west) * margin, 1e-6), Math.max((north - south) * margin, 1e-6)];
    const box = [west - across, south - up, east + across, north + up] as const;
    const frame = geos.rectangle(...box);
    let place = 0;
    for (const ring of new Triangulation(degrees, box).cells()) {
      const row = points.rows[place]!;
      const shift = ring ? 360 * Math.round((degrees[place * 2]! - ring[0]![0]) / 360) : 0;
      place++;
      if (!ring) {
        run.work.warn('empty');
        continue;
      }
      const scratch = new PackedWriter('polygon', 2);
      for (const [longitude, latitude] of ring) scratch.position(longitude + shift, latitude);
      scratch.endRing();
      scratch.endMember();
      scratch.endRow();
      const cell = geos.read(scratch.geometry(), 0);
      const inside = cell === 0 ? 0 : geos.overlay('Intersection', cell, frame);
      const writer = output.writer('polygon');
      const mark = writer.mark();
      const from = writer.positions;
      if (inside !== 0 && geos.write(inside, writer) > 0) {
        cutRow(writer, mark, from);
        output.add(row);
      } else run.work.warn('failed');
      geos.free(cell, inside);
      if (run.work.isDue()) await run.work.breathe();
      yield* output.take();
    }
    geos.free(frame);
    yield* output.take(true);
  }
};

/** Longitudes without the jump at the antimeridian, where the places lie around it. */
function runningOn(degrees: Float64Array): Float64Array {
  const longitudes = Array.from({ length: degrees.length / 2 }, (_, at) => degrees[at * 2]!).toSorted((a, b) => a - b);
  const first = longitudes[0] ?? 0;
  let [gap, start] = [first + 360 - (longitudes.at(-1) ?? 0), first];
  for (let at = 1; at < longitudes.length; at++) {
    const step = longitudes[at]! - longitudes[at - 1]!;
    if (step > gap) [gap, start] = [step, longitudes[at]!];
  }
  return degrees.map((value, at) => (at % 2 === 0 && value < start ? value + 360 : value));
}

export const tin: Tool = (run) => {
  const column = textIn(run.parameters, 'z_column');
  const place = column === '' ? -1 : columnPlace(run.features, column);
  const type = place < 0 ? 'number' : run.features.columns[place]!.type;
  const output = new ToolOutput(['a', 'b', 'c'].map((name, at) => madeFrom({ name, type }, at)));
  return { columns: output.columns, batches: triangles() };

  async function* triangles(): AsyncGenerator<ToolBatch> {
    const points = await readPoints(run);
    const degrees = runningOn(points.degrees);
    const heightOf = ({ batch, row }: RowOf): number => {
      const { size, coordinates, features } = batch.geometry!;
      return size === 3 ? coordinates[features[row]! * 3 + 2]! : NaN;
    };
    for (const corners of new Triangulation(degrees, null).triangles()) {
      const rows = corners.map((corner) => points.rows[corner]!);
      const writer = output.writer('polygon', 3);
      const mark = writer.mark();
      const from = writer.positions;
      for (const corner of [...corners, corners[0]])
        writer.position(degrees[corner * 2]!, degrees[corner * 2 + 1]!, heightOf(points.rows[corner]!));
      writer.endRing();
      writer.endMember();
      cutRow(writer, mark, from);
      const values = rows.map((row) => {
        if (place >= 0) return row.batch.cell(place)(row.row);
        const height = heightOf(row);
        return Number.isNaN(height) ? null : height;
      });
      output.add(null, null, values);
      if (run.work.isDue()) await run.work.breathe();
      yield* output.take();
    }
    yield* output.take(true);
  }
};
