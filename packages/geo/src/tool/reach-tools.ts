import { GromaError } from '@groma/model';
import type { Position } from '../coordinate.ts';
import { geometryMembers } from '../geometry.ts';
import { loadGeos, type Geos, type Handle } from './geos.ts';
import { PackedWriter } from './packed-writer.ts';
import { asideOfEachOther, inPieces, readStops, routingOf, type Stop } from './routing-points.ts';
import { columnsOf, madeFrom, ToolOutput } from './tool-output.ts';
import { isOn, numberIn, textIn, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';
import type { ReachedArea, ReachedShape } from './tool-services.ts';

const mostPoints = 1_000;
const mostTimes = 10;
const longestMinutes = 120;

/** What one reaches from each point in one time. */
export const isochrone: Tool = (run) => reach(run, [numberIn(run.parameters, 'minutes')], writeWhole);

/** What one reaches from each point in several times. */
export const serviceArea: Tool = async (run) => {
  const minutes = readTimes(textIn(run.parameters, 'times'));
  if (!isOn(run.parameters, 'rings')) return reach(run, minutes, writeWhole);
  const geos = await loadGeos();
  return reach(run, minutes, (area, smaller, output) =>
    smaller ? writeRing(geos, area, smaller, output, run) : writeWhole(area, smaller, output),
  );
};

/** Times in minutes, smallest first, each once. @throws GromaError TOOL_TIMES_WRONG */
function readTimes(text: string): number[] {
  const words = text.split(/[,;\s]+/).filter(Boolean);
  const times = [...new Set(words.map(Number))].sort((one, other) => one - other);
  const isRight = times.length > 0 && times.length <= mostTimes;
  if (!isRight || !times.every((time) => time >= 1 && time <= longestMinutes))
    throw new GromaError('TOOL_TIMES_WRONG', { most: mostTimes });
  return times;
}

/** Writes the geometry of a row, and says whether there is one. */
type WriteArea = (area: ReachedArea, smaller: ReachedArea | undefined, output: ToolOutput) => boolean;

function reach(run: ToolRun, minutes: readonly number[], write: WriteArea): ReturnType<Tool> {
  const { engine, mode } = routingOf(run);
  const output = new ToolOutput([...columnsOf(run.features), madeFrom({ name: 'minutes', type: 'number' }, 0)]);
  return { columns: output.columns, batches: reached() };

  async function* reached(): AsyncGenerator<ToolBatch> {
    const { work } = run;
    for (const stops of inPieces(await readStops(run, 'features', mostPoints), asideOfEachOther)) {
      const ask = ({ position }: Stop) => engine.isochrones({ point: position, minutes, mode });
      const answers = await Promise.all(stops.map(ask));
      for (const [at, areas] of answers.entries()) {
        if (!areas) work.warn('unreachable');
        else for (const index of areas.keys()) add(areas, index, stops[at]!);
      }
      if (work.isDue(stops.length)) await work.breathe();
      yield* output.take(true);
    }
  }

  function add(areas: readonly ReachedArea[], index: number, stop: Stop): void {
    const area = areas[index]!;
    if (write(area, areas[index - 1], output)) output.add(stop, null, [area.minutes]);
    else run.work.warn('empty');
  }
}

const writeWhole: WriteArea = ({ geometry }, _, output) => {
  writePolygons(geometry, output.writer('polygon'));
  return true;
};

/** An area without the next smaller one. */
function writeRing(
  geos: Geos,
  area: ReachedArea,
  smaller: ReachedArea,
  output: ToolOutput,
  { work }: ToolRun,
): boolean {
  const [whole, hole] = [handleOf(geos, area.geometry), handleOf(geos, smaller.geometry)];
  const ring = whole !== 0 && hole !== 0 ? geos.overlay('Difference', whole, hole, () => work.warn('repaired')) : 0;
  const isWritten = ring !== 0 && geos.write(ring, output.writer('polygon')) > 0;
  geos.free(whole, hole, ring);
  return isWritten;
}

function handleOf(geos: Geos, geometry: ReachedShape): Handle {
  const writer = new PackedWriter('polygon', 2);
  writePolygons(geometry, writer);
  writer.endRow();
  return geos.read(writer.geometry(), 0);
}

function writePolygons(geometry: ReachedShape, writer: PackedWriter): void {
  for (const rings of geometryMembers(geometry) as Position[][][]) {
    for (const [at, ring] of rings.entries()) {
      for (const [longitude, latitude] of ring) writer.position(longitude!, latitude!);
      writer.endOrientedRing(at > 0);
    }
    writer.endMember();
  }
}
