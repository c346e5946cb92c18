import { readPoints } from './cluster-tools.ts';
import { keepRow } from './join-tools.ts';
import { columnsOf, madeFrom, ToolOutput } from './tool-output.ts';
import { textIn, type Tool } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';
import { imageryOf, numberOrNull } from './zone-tool.ts';

/** Points that are asked about at once. */
const pointsAtOnce = 20_000;

/** The values of all bands of an image at each point. */
export const sampleAtPoints: Tool = async (run) => {
  const imagery = imageryOf(run);
  const prefix = textIn(run.parameters, 'prefix').trim();
  const names = await imagery.bands(null);
  const output = new ToolOutput([
    ...columnsOf(run.features),
    ...names.map((name, at) => madeFrom({ name: `${prefix}${name}`, type: 'number' }, at)),
  ]);
  return { columns: output.columns, batches: sampled() };

  async function* sampled(): AsyncGenerator<ToolBatch> {
    const { rows, degrees } = await readPoints(run);
    const method = textIn(run.parameters, 'method') as 'nearest' | 'bilinear';
    for (let first = 0; first < rows.length; first += pointsAtOnce) {
      const some = rows.slice(first, first + pointsAtOnce);
      const asked = degrees.slice(first * 2, (first + some.length) * 2);
      const found = await imagery.sample({ degrees: asked, method });
      for (const [at, row] of some.entries()) {
        const values = Array.from(found.subarray(at * names.length, (at + 1) * names.length), numberOrNull);
        keepRow(output, row, null, values);
      }
      if (run.work.isDue(some.length)) await run.work.breathe();
      yield* output.take();
    }
    yield* output.take(true);
  }
};
