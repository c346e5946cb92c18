import { compileToolCondition, type PropertyValue } from '@groma/geo';
import type { LayerRows } from './layer-rows.ts';

/** The features for which a condition is true, of those that the filter keeps. @throws ExpressionError */
export function matchingFids(rows: LayerRows, text: string): Int32Array<ArrayBuffer> {
  const condition = compileToolCondition(text, rows.columns);
  const named = rows.columns.filter(({ name }) => condition.columns.has(name)).map(({ name }) => name);
  const readers = named.map((name): [string, (row: number) => PropertyValue] => [name, rows.cellOf(name)!]);
  return rows.fids({ sort: [], filter: [] }).filter((fid) => {
    const row = rows.numberOf(fid)!;
    const properties = Object.fromEntries(readers.map(([name, read]) => [name, read(row)]));
    return (
      condition.evaluate({ fid, geometry: condition.usesGeometry ? rows.geometryOf(fid) : null, properties }) === true
    );
  });
}
