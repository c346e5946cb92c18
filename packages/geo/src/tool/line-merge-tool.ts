import { loadGeos } from './geos.ts';
import { groupColumns, groupRows, hasGeometry, namesIn } from './row-groups.ts';
import { ToolOutput } from './tool-output.ts';
import type { Tool } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

/** Joins lines where the ends of exactly two meet (GEOS LineMerge); each line that comes out is a row. */
export const lineMerge: Tool = ({ features, parameters, work }) => {
  const names = namesIn(parameters, 'group_by');
  const output = new ToolOutput(groupColumns(features, names));
  return { columns: output.columns, batches: merged() };
  async function* merged(): AsyncGenerator<ToolBatch> {
    const geos = await loadGeos();
    for (const { values, rows } of await groupRows(features, names, work)) {
      const placed = rows.filter(hasGeometry);
      if (placed.length < rows.length) work.warn('no_geometry', rows.length - placed.length);
      const size = placed.some(({ batch }) => batch.geometry.size === 3) ? 3 : 2;
      const read = placed.map(({ batch, row }) => geos.read(batch.geometry, row));
      const lines = read.filter((handle) => handle !== 0);
      if (lines.length < read.length) work.warn('failed', read.length - lines.length);
      const all = geos.collect(lines, null);
      const joined = all === 0 ? 0 : geos.mergeLines(all);
      for (const part of geos.parts(joined))
        if (geos.write(part, output.writer('line', size)) > 0) output.add(null, null, values);
      geos.free(all, joined);
      if (work.isDue(rows.length)) await work.breathe();
      yield* output.take();
    }
    yield* output.take(true);
  }
};
