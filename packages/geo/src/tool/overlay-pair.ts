import { loadGeos, type Handle, type Overlay } from './geos.ts';
import { ToolOutput } from './tool-output.ts';
import { collectBatches, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

/** A tool that makes one polygon of exactly two. */
function pairTool(operation: Overlay): Tool {
  return (run) => ({ columns: run.features.columns, batches: overlay(run, operation) });
}

async function* overlay({ features, work }: ToolRun, operation: Overlay): AsyncGenerator<ToolBatch> {
  const geos = await loadGeos();
  const batches = await collectBatches(features, work);
  const rows = batches.flatMap((batch) => Array.from({ length: batch.rows }, (_, row) => ({ batch, row })));
  const handles: Handle[] = rows.map(({ batch, row }) => geos.read(batch.geometry, row));
  const [one = 0, other = 0] = handles;
  const found = one !== 0 && other !== 0 ? geos.overlay(operation, one, other, () => work.warn('repaired')) : 0;
  const size = batches.some(({ geometry }) => geometry.size === 3) ? 3 : 2;
  const output = new ToolOutput(features.columns.map(({ name, type }, at) => ({ name, type, from: 'features', at })));
  if (found === 0) work.warn('failed');
  else if (geos.write(found, output.writer('polygon', size)) > 0) output.add(rows[0]!);
  else work.warn('empty');
  geos.free(found, ...handles);
  yield* output.take(true);
}

export const combinePolygons: Tool = pairTool('Union');
export const intersectPolygons: Tool = pairTool('Intersection');
export const subtractPolygons: Tool = pairTool('Difference');
