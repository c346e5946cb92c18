import { ClipShape } from '@groma/geo';
import type { LayerRows } from '../layer-rows.ts';
import { chartData, type ChartData } from './chart-data.ts';
import type { ChartQuestion } from './gather-values.ts';
import { layerGeometries, layerPieces } from './layer-pieces.ts';

/** What the worker is asked for a chart. The clipping layer must have been read. */
export interface ChartAsk {
  question: ChartQuestion;
  clipLayerId: string | null;
}

/** The data of a chart, or null where the clipping layer could not be intersected with (VEC-048). */
export type ChartAnswer = ChartData | null;

/** Clipping layers prepared once, until they are edited: several charts are often clipped by one. */
const shapes = new WeakMap<LayerRows, { version: number; shape: ClipShape }>();

export function drawChart(rows: LayerRows, question: ChartQuestion, clip: () => LayerRows | null): ChartAnswer {
  let shape: ClipShape | null;
  try {
    shape = shapeOf(clip());
  } catch {
    return null;
  }
  return chartData(layerPieces(rows), question, rows.columns, shape);
}

function shapeOf(rows: LayerRows | null): ClipShape | null {
  if (!rows) return null;
  const known = shapes.get(rows);
  if (known?.version === rows.version) return known.shape;
  const shape = new ClipShape(layerGeometries(rows));
  shapes.set(rows, { version: rows.version, shape });
  return shape;
}
