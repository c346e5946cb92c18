import { parseColumnFormula, type PropertyValue } from '@groma/geo';
import type { LayerRows } from './layer-rows.ts';

/** What a formula gives for the first features of a layer: `fid` and value of each. */
export interface FormulaPreview {
  fid: number;
  value: PropertyValue;
}

/** Works a formula out for the first `most` features, in the order of the file. @throws ExpressionError. */
export function previewFormula(rows: LayerRows, text: string, most: number): FormulaPreview[] {
  const formula = parseColumnFormula(text, rows.columns);
  return [...rows.fids({ sort: [], filter: [] }).subarray(0, most)].map((fid) => ({
    fid,
    value: formula.evaluate({
      fid,
      geometry: formula.usesGeometry ? rows.geometryOf(fid) : null,
      properties: Object.fromEntries(rows.describe(fid) ?? []),
    }),
  }));
}
