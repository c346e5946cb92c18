import { extentOf } from './row-extent.ts';
import { BufferMaker, radiusOf } from './buffer-tool.ts';
import { MassCenter, PlaneCenter, type CenterSums } from './center-sums.ts';
import { loadGeos } from './geos.ts';
import { columnsOf, ToolOutput, type RowOf } from './tool-output.ts';
import {
  eachRow,
  geometryBatches,
  isOn,
  numberIn,
  positionRange,
  type GeometryBatch,
  type Tool,
  type ToolRun,
} from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

/** A tool that gives something for the middle of each feature, or of all of them. */
function atCenters(
  makeSums: () => CenterSums,
  prepare: (run: ToolRun) => Promise<(output: ToolOutput, longitude: number, latitude: number) => void>,
): Tool {
  return async (run) => {
    const write = await prepare(run);
    const { work } = run;
    const addCenter = (output: ToolOutput, sums: CenterSums, from: RowOf | null): void => {
      const center = sums.center();
      if (!center) return work.warn('empty');
      write(output, ...center);
      output.add(from);
    };
    if (!isOn(run.parameters, 'iterate')) return { columns: [], batches: ofAll() };
    const output = new ToolOutput(columnsOf(run.features));
    const batches = eachRow(run, output, (batch, row) => {
      const sums = makeSums();
      sums.add(batch.geometry, row);
      addCenter(output, sums, { batch, row });
    });
    return { columns: output.columns, batches };

    async function* ofAll(): AsyncGenerator<ToolBatch> {
      const all = new ToolOutput([]);
      const sums = makeSums();
      for await (const { geometry, rows } of geometryBatches(run.features, work)) {
        for (let row = 0; row < rows; row++) sums.add(geometry, row);
        if (work.isDue(rows)) await work.breathe();
      }
      addCenter(all, sums, null);
      yield* all.take(true);
    }
  };
}

const asPoint = async () => (output: ToolOutput, longitude: number, latitude: number) => {
  const writer = output.writer('point');
  writer.position(longitude, latitude);
};

export const centroid: Tool = atCenters(() => new PlaneCenter(), asPoint);

export const centerOfMass: Tool = atCenters(() => new MassCenter(), asPoint);

export const circle: Tool = atCenters(
  () => new PlaneCenter(),
  async (run) => {
    const maker = new BufferMaker(await loadGeos(), radiusOf(run), numberIn(run.parameters, 'segments'));
    return (output, longitude, latitude) => {
      const point = { kind: 'point', size: 2, coordinates: Float64Array.of(longitude, latitude) } as const;
      maker.write({ ...point, features: Int32Array.of(0, 1), members: null, rings: null }, 0, output.writer('polygon'));
    };
  },
);

export const boundingBox: Tool = (run) => {
  if (!isOn(run.parameters, 'iterate')) return { columns: [], batches: boxOfAll(run) };
  const output = new ToolOutput(columnsOf(run.features));
  const batches = eachRow(run, output, (batch, row) => {
    const [first, end] = positionRange(batch.geometry, row);
    if (first === end) return run.work.warn('empty');
    writeBox(output, extentOf(batch.geometry.coordinates, batch.geometry.size, first, end));
    output.add({ batch, row });
  });
  return { columns: output.columns, batches };
};

async function* boxOfAll({ features, work }: ToolRun): AsyncGenerator<ToolBatch> {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for await (const batch of geometryBatches(features, work)) {
    const [west, south, east, north] = extentOfBatch(batch);
    box[0] = Math.min(box[0]!, west);
    box[1] = Math.min(box[1]!, south);
    box[2] = Math.max(box[2]!, east);
    box[3] = Math.max(box[3]!, north);
    if (work.isDue(batch.rows)) await work.breathe();
  }
  const output = new ToolOutput([]);
  if (box[0]! <= box[2]!) {
    writeBox(output, box);
    output.add(null);
  }
  yield* output.take(true);
}

function extentOfBatch({ geometry }: GeometryBatch): [number, number, number, number] {
  return extentOf(geometry.coordinates, geometry.size, 0, geometry.coordinates.length / geometry.size);
}

function writeBox(output: ToolOutput, [west, south, east, north]: readonly number[]): void {
  const writer = output.writer('polygon');
  writer.position(west!, south!);
  writer.position(east!, south!);
  writer.position(east!, north!);
  writer.position(west!, north!);
  writer.position(west!, south!);
  writer.endRing();
  writer.endMember();
}
