import { copyRow, isLoneMulti } from './copy-row.ts';
import { loadGeos, type Geos, type Handle } from './geos.ts';
import { OtherLayer } from './other-layer.ts';
import { extentOf } from './row-extent.ts';
import { columnsOf, ToolOutput } from './tool-output.ts';
import { eachRow, positionRange, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';

/** What of the features lies within the polygons of another layer, or outside them. */
function clipTool(operation: 'Intersection' | 'Difference'): Tool {
  return async (run) => {
    const geos = await loadGeos();
    const other = await OtherLayer.read(geos, run.other, run.work, ['polygon']);
    const output = new ToolOutput(columnsOf(run.features));
    const batches = clipped();
    return { columns: output.columns, batches };
    async function* clipped() {
      try {
        yield* eachRow(run, output, (batch, row) => clipRow(run, geos, other, output, operation, batch, row));
      } finally {
        other.free();
      }
    }
  };
}

export const clip: Tool = clipTool('Intersection');
export const layerDifference: Tool = clipTool('Difference');

function clipRow(
  { work }: ToolRun,
  geos: Geos,
  other: OtherLayer,
  output: ToolOutput,
  operation: 'Intersection' | 'Difference',
  batch: GeometryBatch,
  row: number,
): void {
  const { geometry, kind } = batch;
  const [first, end] = positionRange(geometry, row);
  const isInside = operation === 'Intersection';
  const near = first === end ? [] : other.near(extentOf(geometry.coordinates, geometry.size, first, end));
  const keep = (): void => {
    copyRow(geometry, row, output.writer(kind, geometry.size));
    output.add({ batch, row }, null, null, isLoneMulti(geometry, row));
  };
  if (near.length === 0) return isInside ? undefined : keep();
  const own = geos.read(geometry, row);
  if (own === 0) return work.warn('failed');
  const touching = near.filter((place) => geos.preparedTest('Intersects', other.prepared(place), own));
  // An invalid geometry may fail the test that it would pass once it is repaired.
  const meeting = touching.length === 0 && !geos.isValid(own) ? near : touching;
  if (meeting.length === 0) {
    geos.free(own);
    return isInside ? undefined : keep();
  }
  if (meeting.some((place) => geos.preparedTest('Covers', other.prepared(place), own))) {
    geos.free(own);
    return isInside ? keep() : undefined;
  }
  const mask = unionOf(
    geos,
    meeting.map((place) => other.handle(place)),
  );
  const found = mask === 0 ? 0 : geos.overlay(operation, own, mask, () => work.warn('repaired'));
  if (found === 0) work.warn('failed');
  else if (geos.write(found, output.writer(kind, geometry.size)) > 0) output.add({ batch, row });
  geos.free(own, found, mask);
}

/** The union of geometries that stay where they are. */
export function unionOf(geos: Geos, handles: readonly Handle[]): Handle {
  if (handles.length === 1) return geos.clone(handles[0]!);
  const all = geos.collect(
    handles.map((handle) => geos.clone(handle)),
    null,
  );
  const union = all === 0 ? 0 : geos.union(all);
  const again = union === 0 && all !== 0 ? geos.makeValid(all) : 0;
  const repaired = again === 0 ? 0 : geos.union(again);
  geos.free(all, again);
  return union === 0 ? repaired : union;
}
