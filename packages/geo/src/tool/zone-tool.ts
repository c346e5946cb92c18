import { GromaError, type ToolParameters } from '@groma/model';
import { forEachPath } from './copy-row.ts';
import { loadGeos, type Geos } from './geos.ts';
import { keepRow } from './join-tools.ts';
import { PackedWriter } from './packed-writer.ts';
import { columnsOf, madeFrom, ToolOutput } from './tool-output.ts';
import { geometryBatches, textIn, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';
import type { AskedZones, ImageryService } from './tool-services.ts';

/** Polygons that are asked about at once. */
export const zonesAtOnce = 1_000;

/** @throws GromaError TOOL_NEEDS_IMAGE where nobody has brought one */
export function imageryOf({ services }: ToolRun): ImageryService {
  if (!services.imagery) throw new GromaError('TOOL_NEEDS_IMAGE');
  return services.imagery;
}

/** What the pixels of an image in each polygon come to. */
export const zonalStatistics: Tool = (run) => {
  const imagery = imageryOf(run);
  const statistics = chosenIn(run.parameters);
  const prefix = textIn(run.parameters, 'prefix').trim();
  const output = new ToolOutput([
    ...columnsOf(run.features),
    ...statistics.map((name, at) =>
      madeFrom({ name: `${prefix}${name}`, type: name === 'variety' ? 'integer' : 'number' }, at),
    ),
  ]);
  return { columns: output.columns, batches: measured() };

  async function* measured(): AsyncGenerator<ToolBatch> {
    const geos = await loadGeos();
    for await (const batch of geometryBatches(run.features, run.work))
      for (let first = 0; first < batch.rows; first += zonesAtOnce) {
        const end = Math.min(batch.rows, first + zonesAtOnce);
        const found = await imagery.zones({ zones: zonesOf(run, geos, batch, first, end), statistics });
        for (let row = first; row < end; row++) {
          const from = (row - first) * statistics.length;
          const values = Array.from(found.subarray(from, from + statistics.length), numberOrNull);
          keepRow(output, { batch, row }, null, values);
        }
        if (run.work.isDue(end - first)) await run.work.breathe();
        yield* output.take();
      }
    yield* output.take(true);
  }
};

export function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

const all = ['count', 'sum', 'mean', 'min', 'max', 'median', 'stdev', 'majority', 'minority', 'variety'];

/** Those that are chosen, in the order in which they are told; all where none is. */
function chosenIn(parameters: ToolParameters): string[] {
  const chosen = parameters['statistics'] as readonly string[];
  return chosen.length === 0 ? all : all.filter((each) => chosen.includes(each));
}

/** Polygons of rows as a service is asked about them. */
export function zonesOf(run: ToolRun, geos: Geos, batch: GeometryBatch, first: number, end: number): AskedZones {
  const [degrees, rings, holes, zones]: [number[], number[], number[], number[]] = [[], [0], [], [0]];
  for (let row = first; row < end; row++) {
    const own = repaired(run, geos, batch, row);
    const { coordinates, size } = own.geometry;
    forEachPath(own.geometry, own.row, (from, to, isHole) => {
      for (let at = from; at < to; at++) degrees.push(coordinates[at * size]!, coordinates[at * size + 1]!);
      rings.push(degrees.length / 2);
      holes.push(isHole ? 1 : 0);
    });
    zones.push(holes.length);
  }
  return {
    degrees: Float64Array.from(degrees),
    rings: Int32Array.from(rings),
    holes: Uint8Array.from(holes),
    zones: Int32Array.from(zones),
  };
}

/** The polygon of a row as it is, or one that does not cross itself. */
function repaired(
  { work }: ToolRun,
  geos: Geos,
  { geometry }: GeometryBatch,
  row: number,
): { geometry: GeometryBatch['geometry']; row: number } {
  const own = geos.read(geometry, row);
  if (own === 0 || geos.isValid(own)) {
    geos.free(own);
    return { geometry, row };
  }
  const valid = geos.makeValid(own);
  const writer = new PackedWriter('polygon', 2);
  const written = valid === 0 ? 0 : geos.write(valid, writer);
  writer.endRow();
  geos.free(own, valid);
  work.warn(written === 0 ? 'failed' : 'repaired');
  return { geometry: writer.geometry(), row: 0 };
}
