import { GromaError } from '@groma/model';
import { loadGeos } from './geos.ts';
import { keepRow } from './join-tools.ts';
import { columnsOf, madeFrom, ToolOutput } from './tool-output.ts';
import { geometryBatches, type Tool } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';
import { zonesAtOnce, zonesOf } from './zone-tool.ts';

const squareMetres = 10_000;
/** A smaller share than this is what pixels along an edge leave. */
const least = 0.001;

const added = [
  { name: 'screened_ha', type: 'number' },
  { name: 'forest_2000_ha', type: 'number' },
  { name: 'ineligible_ha', type: 'number' },
  { name: 'eligible_ha', type: 'number' },
  { name: 'eligible_percent', type: 'number' },
  { name: 'screening', type: 'text' },
] as const;

/** What of each polygon may take part in a project by VM0047, as far as maps of forest tell. */
export const vm0047Eligibility: Tool = (run) => {
  const { forest } = run.services;
  if (!forest) throw new GromaError('TOOL_NEEDS_IMAGE');
  const { project_start_year: start, canopy_percent: canopy } = run.parameters;
  const output = new ToolOutput([...columnsOf(run.features), ...added.map((column, at) => madeFrom(column, at))]);
  return { columns: output.columns, batches: screened() };

  async function* screened(): AsyncGenerator<ToolBatch> {
    const geos = await loadGeos();
    for await (const batch of geometryBatches(run.features, run.work))
      for (let first = 0; first < batch.rows; first += zonesAtOnce) {
        const end = Math.min(batch.rows, first + zonesAtOnce);
        const zones = zonesOf(run, geos, batch, first, end);
        const found = await forest!.screen({ zones, start: Number(start), canopy: Number(canopy) });
        for (let row = first; row < end; row++) {
          const [whole, trees, lost] = found.subarray((row - first) * 3, (row - first) * 3 + 3);
          keepRow(output, { batch, row }, null, told(whole!, trees!, lost!));
        }
        if (run.work.isDue(end - first)) await run.work.breathe();
        yield* output.take();
      }
    yield* output.take(true);
  }
};

/** The values of the columns, of square metres. */
function told(whole: number, forest: number, lost: number): (number | string | null)[] {
  if (whole === 0) return [0, null, null, null, null, 'no data'];
  const hectares = [whole, forest, lost, whole - lost].map((area) => area / squareMetres);
  const share = lost / whole;
  const verdict = share < least ? 'eligible' : share > 1 - least ? 'ineligible' : 'partly eligible';
  return [...hectares, 100 * (1 - share), verdict];
}
