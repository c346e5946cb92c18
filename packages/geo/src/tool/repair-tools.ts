import { isLoneMulti } from './copy-row.ts';
import { columnPlace, keyOf } from './column-place.ts';
import { loadGeos, type Geos, type Handle } from './geos.ts';
import { keepRow } from './join-tools.ts';
import { compileToolCondition, readExpression, rowReader } from './row-expression.ts';
import { columnsOf, ToolOutput } from './tool-output.ts';
import { eachRow, isOn, numberIn, positionRange, textIn, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';

/** Puts what GEOS makes of each geometry in its place. */
function replaceEach(makerOf: (run: ToolRun) => (geos: Geos, own: Handle) => Handle): Tool {
  return async (run) => {
    const geos = await loadGeos();
    const make = makerOf(run);
    const output = new ToolOutput(columnsOf(run.features));
    const batches = eachRow(run, output, (batch, row) => {
      const own = geos.read(batch.geometry, row);
      const made = own === 0 ? 0 : make(geos, own);
      const written = made === 0 ? 0 : geos.write(made, output.writer(batch.kind, batch.geometry.size));
      if (written > 0) output.add({ batch, row }, null, null, isLoneMulti(batch.geometry, row));
      else run.work.warn(made === 0 ? 'failed' : 'empty');
      geos.free(own, made);
    });
    return { columns: output.columns, batches };
  };
}

export const makeValid: Tool = replaceEach(({ work }) => (geos, own) => {
  if (geos.isValid(own)) return geos.clone(own);
  work.warn('repaired');
  return geos.makeValid(own);
});

export const snapToGrid: Tool = replaceEach(({ parameters }) => {
  const size = numberIn(parameters, 'grid_size');
  return (geos, own) => {
    const snapped = geos.snap(own, size);
    if (snapped !== 0) return snapped;
    const valid = geos.makeValid(own);
    const again = valid === 0 ? 0 : geos.snap(valid, size);
    geos.free(valid);
    return again;
  };
});

/** Gives the rows of all kinds that a test lets through. */
function keepRows(testOf: (run: ToolRun) => (batch: ToolBatch) => (row: number) => boolean): Tool {
  return (run) => {
    const test = testOf(run);
    const output = new ToolOutput(columnsOf(run.features));
    return { columns: output.columns, batches: kept() };
    async function* kept(): AsyncGenerator<ToolBatch> {
      for await (const batch of run.features.batches()) {
        const isKept = test(batch);
        for (let row = 0; row < batch.rows; row++) {
          if (isKept(row)) keepRow(output, { batch, row });
          if (run.work.isDue()) await run.work.breathe();
        }
        yield* output.take();
      }
      yield* output.take(true);
    }
  };
}

export const deduplicate: Tool = keepRows(({ features, parameters }) => {
  const places = ((parameters['columns'] ?? []) as readonly string[]).map((name) => columnPlace(features, name));
  const byGeometry = isOn(parameters, 'same_geometry');
  const all = features.columns.map((_, place) => place);
  const seen = new Set<string>();
  return (batch) => {
    // Rows without a geometry would all be equal in it.
    const compared = places.length === 0 && !batch.geometry ? all : places;
    const cells = compared.map((place) => batch.cell(place));
    return (row) => {
      const values = cells.map((cell) => keyOf(cell(row)));
      const key = JSON.stringify(byGeometry ? [...values, shapeKey(batch, row)] : values);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    };
  };
});

function shapeKey({ geometry, kind }: ToolBatch, row: number): string {
  if (!geometry) return kind;
  const [first, end] = positionRange(geometry, row);
  const places = geometry.coordinates.subarray(first * geometry.size, end * geometry.size);
  return `${kind}${geometry.features[row + 1]! - geometry.features[row]!}:${places.join()}`;
}

export const selectByExpression: Tool = keepRows(({ features, parameters }) => {
  const expression = readExpression(textIn(parameters, 'expression'), features.columns, compileToolCondition);
  return (batch) => {
    const read = rowReader(features, expression, batch);
    return (row) => expression.evaluate(read(row)) === true;
  };
});
