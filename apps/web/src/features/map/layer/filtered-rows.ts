import { conditionTest, type LayerFeature, type PropertyValue } from '@groma/geo';
import { heldConditions, type LayerFilter } from '@groma/model';
import { columnCells, keptRows, type BatchCells, type LayerSource } from './batch-cells.ts';

type Test = (value: PropertyValue) => boolean;

/** A condition that a layer can be asked, by the name of its column. */
export interface NamedTest {
  name: string;
  test: Test;
}

/** The tests of a filter on the columns that a layer has now. */
export function filterTests(
  filter: LayerFilter,
  { overlay, joined }: Pick<LayerSource, 'overlay' | 'joined'>,
): NamedTest[] {
  const columns = [...overlay.columns, ...joined];
  return heldConditions(filter, columns).held.map((condition) => {
    const { name, type } = columns.find((column) => column.name === condition.column)!;
    return { name, test: conditionTest(type, condition) };
  });
}

/** Which rows of a column pass: 1 for those that do. Texts are tested once each. */
export function passRows({ fids, numbers, codes, read }: BatchCells, test: Test): Uint8Array<ArrayBuffer> {
  if (numbers) return Uint8Array.from(numbers, (number) => (test(Number.isNaN(number) ? null : number) ? 1 : 0));
  if (!codes) return Uint8Array.from(fids, (_fid, row) => (test(read(row)) ? 1 : 0));
  const byCode = codes.texts.map(test);
  const empty = test(null);
  return Uint8Array.from(codes.codes, (code) => ((code < 0 ? empty : byCode[code]!) ? 1 : 0));
}

/**
 * Which rows of a layer pass all tests, 1 each, by their numbers: those of the snapshot in its order, then those that
 * edits have `added`.
 */
export function passingRows(
  source: LayerSource,
  tests: readonly NamedTest[],
  added: readonly LayerFeature[],
): Uint8Array {
  const baseRows = source.held.reduce((sum, { batch }) => sum + batch.rows, 0);
  const passing = new Uint8Array(baseRows + added.length).fill(1);
  for (const { name, test } of tests) {
    const cells = columnCells({ ...source, added: [] }, name);
    let first = 0;
    for (const { batch } of source.held) {
      const passes = passRows(cells.next().value as BatchCells, test);
      const kept = keptRows(batch, source.overlay.hidden);
      passes.forEach((pass, at) => {
        if (pass === 0) passing[first + (kept ? kept[at]! : at)] = 0;
      });
      first += batch.rows;
    }
    const column = source.overlay.columns.find((each) => each.name === name);
    const joined = source.joined.find((each) => each.name === name);
    added.forEach((feature, at) => {
      const value = column ? source.overlay.addedValue(column, feature) : joined!.valueAt(baseRows + at);
      if (!test(value)) passing[baseRows + at] = 0;
    });
  }
  return passing;
}
