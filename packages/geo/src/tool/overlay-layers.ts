import { unionOf } from './clip-tools.ts';
import { loadGeos, type Geos, type Handle } from './geos.ts';
import { OtherLayer } from './other-layer.ts';
import { extentOf } from './row-extent.ts';
import { columnsOf, ToolOutput, type RowOf } from './tool-output.ts';
import { eachRow, positionRange, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

type Parts = { both: boolean; features: boolean; other: boolean };

/** What of two layers lies in both, in the features alone, and in the other layer alone. */
function overlayTool(parts: Parts): Tool {
  return async (run) => {
    const geos = await loadGeos();
    const other = await OtherLayer.read(geos, run.other, run.work, ['polygon']);
    const output = new ToolOutput([...columnsOf(run.features), ...columnsOf(run.other, 'other')]);
    return { columns: output.columns, batches: overlaid() };

    async function* overlaid(): AsyncGenerator<ToolBatch> {
      try {
        yield* eachRow(run, output, (batch, row) => addRow(run, geos, other, output, parts, batch, row));
        if (!parts.other) return;
        const own = await OtherLayer.read(geos, run.features, run.work, ['polygon']);
        try {
          for (const [place, from] of other.rows.entries()) {
            addRest(run, geos, own, output, { handle: other.handle(place), box: other.box(place), from }, 'other');
            if (!run.work.isDue(0)) continue;
            await run.work.breathe();
            yield* output.take();
          }
        } finally {
          own.free();
        }
        yield* output.take(true);
      } finally {
        other.free();
      }
    }
  };
}

export const layerIntersection: Tool = overlayTool({ both: true, features: false, other: false });
export const layerSymmetricDifference: Tool = overlayTool({ both: false, features: true, other: true });
export const layerUnion: Tool = overlayTool({ both: true, features: true, other: true });

function addRow(
  run: ToolRun,
  geos: Geos,
  other: OtherLayer,
  output: ToolOutput,
  parts: Parts,
  batch: GeometryBatch,
  row: number,
): void {
  const { geometry, kind } = batch;
  const [first, end] = positionRange(geometry, row);
  if (first === end) return;
  const own = geos.read(geometry, row);
  if (own === 0) return run.work.warn('failed');
  const box = extentOf(geometry.coordinates, geometry.size, first, end);
  if (parts.both) {
    for (const place of other.near(box)) {
      const found = geos.overlay('Intersection', own, other.handle(place), () => run.work.warn('repaired'));
      if (found === 0) run.work.warn('failed');
      else if (geos.write(found, output.writer(kind, geometry.size)) > 0)
        output.add({ batch, row }, other.rowAt(place));
      geos.free(found);
    }
  }
  if (parts.features) addRest(run, geos, other, output, { handle: own, box, from: { batch, row } }, 'features');
  geos.free(own);
}

/** What of a geometry lies outside all of a layer. */
function addRest(
  { work }: ToolRun,
  geos: Geos,
  layer: OtherLayer,
  output: ToolOutput,
  { handle, box, from }: { handle: Handle; box: readonly [number, number, number, number]; from: RowOf },
  side: 'features' | 'other',
): void {
  const near = layer.near(box);
  const mask =
    near.length === 0
      ? 0
      : unionOf(
          geos,
          near.map((place) => layer.handle(place)),
        );
  const rest = mask === 0 ? geos.clone(handle) : geos.overlay('Difference', handle, mask, () => work.warn('repaired'));
  const writer = output.writer('polygon');
  if (rest === 0) work.warn('failed');
  else if (geos.write(rest, writer) > 0) output.add(side === 'features' ? from : null, side === 'other' ? from : null);
  geos.free(mask, rest);
}
