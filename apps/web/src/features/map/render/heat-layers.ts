import { HeatmapLayer } from '@deck.gl/aggregation-layers';
import type { Layer } from '@deck.gl/core';
import { findColorMap, rampColors, type PointDrawing, type VectorStyle } from '@groma/model';
import type { HeatCells } from '../layer/heat-cells.ts';

type Heat = Extract<PointDrawing, { kind: 'heat' }>;

/** Sides of the picture that weights are summed up in; it is blurred anyway. */
const textureSize = 1024;
const colorSteps = 32;
/** Pauses in zooming after which weights are summed up anew. */
const pauseMs = 120;
/** Below this part of the densest place nothing is drawn. */
const threshold = 0.03;

const datas = new WeakMap<HeatCells, object>();
const ramps = new Map<string, [number, number, number][]>();

/** The same for the same cells: other data are summed up anew. */
function dataOf(cells: HeatCells): object {
  const known = datas.get(cells) ?? {
    length: cells.weights.length,
    attributes: {
      getPosition: { value: cells.positions, size: 3 },
      getWeight: { value: cells.weights, size: 1 },
    },
  };
  datas.set(cells, known);
  return known;
}

function rampOf({ colorMap, isReversed }: Heat): [number, number, number][] {
  const key = `${colorMap} ${isReversed}`;
  const known = ramps.get(key) ?? rampColors(findColorMap(colorMap), colorSteps, isReversed).map((each) => [...each]);
  ramps.set(key, known);
  return known;
}

/** A heat map of cells of points, in colours from the lowest to the highest density in sight. */
export function heatLayers(
  cells: HeatCells,
  drawing: Heat,
  { layerId, style, beforeId }: { layerId: string; style: VectorStyle; beforeId: string | undefined },
): Layer[] {
  if (cells.weights.length === 0) return [];
  return [
    new HeatmapLayer({
      id: `${layerId}/heat`,
      data: dataOf(cells) as never,
      pickable: false,
      opacity: style.opacity ** 2.2,
      radiusPixels: drawing.radius,
      intensity: drawing.intensity,
      colorRange: rampOf(drawing),
      threshold,
      aggregation: 'SUM',
      weightsTextureSize: textureSize,
      debounceTimeout: pauseMs,
      ...(beforeId !== undefined && { beforeId }),
    }),
  ];
}
