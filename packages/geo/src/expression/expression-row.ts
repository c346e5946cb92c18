import type { Properties, SimpleGeometry } from '../geometry.ts';

/** What an expression sees of a feature. The geometry may be left out where `usesGeometry` is false. */
export type ExpressionRow = { fid?: number; geometry?: SimpleGeometry | null; properties: Properties };
