import { NearestFeatures } from './feature-distance.ts';
import { loadGeos } from './geos.ts';
import { keepRow } from './join-tools.ts';
import { OtherLayer } from './other-layer.ts';
import { columnsOf, madeFrom, ToolOutput } from './tool-output.ts';
import { eachRow, isOn, numberIn, type Tool } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

/** Adds the nearest features of another layer, a row for each, and their distance on the ellipsoid in metres. */
export const nearestJoin: Tool = async (run) => {
  const geos = await loadGeos();
  const other = await OtherLayer.read(geos, run.other, run.work);
  const output = new ToolOutput([
    ...columnsOf(run.features),
    ...columnsOf(run.other, 'other'),
    madeFrom({ name: 'distance', type: 'number' }, 0),
  ]);
  const most = Math.min(numberIn(run.parameters, 'neighbours'), other.rows.length);
  const limit = numberIn(run.parameters, 'limit') * 1000;
  const keepsAll = isOn(run.parameters, 'keep_unmatched');
  return { columns: output.columns, batches: joined() };
  async function* joined(): AsyncGenerator<ToolBatch> {
    const nearest = new NearestFeatures(geos, other);
    try {
      yield* eachRow(run, output, (batch, row) => {
        const found = most === 0 ? [] : nearest.find(batch, row, most, limit);
        for (const { place, metres } of found) keepRow(output, { batch, row }, other.rowAt(place), [metres]);
        if (found.length === 0 && keepsAll) keepRow(output, { batch, row });
      });
    } finally {
      nearest.free();
      other.free();
    }
  }
};
