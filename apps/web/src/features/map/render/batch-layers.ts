import type { Layer } from '@deck.gl/core';
import { selectedColor, type Color, type VectorStyle } from '@groma/model';
import type { BatchClasses, Classing } from '../layer/classing.ts';
import type { DrawBatch } from '../layer/draw-batch.ts';
import { iconGrowth, largestSize } from './marker-layer.ts';
import { plainPaint, selectedFill, symbologyPaint, type Paint } from './paint.ts';
import { AreaUnits, PathUnits, PointUnits } from './unit-layers.ts';
import type { UnitLook, UnitStore } from './unit-store.ts';

/** How the features of a layer are drawn. */
export interface LayerLook {
  layerId: string;
  style: VectorStyle;
  selected: ReadonlySet<number>;
  /** Draws outlines as hairlines: for layers of which there is very much. */
  withHairlines: boolean;
  /** The layer of the base map below which data is drawn, so that names stay readable. */
  beforeId: string | undefined;
  /** The classes of features by batch, and by what they were found. */
  classes: Readonly<Record<string, BatchClasses>>;
  classedBy: Classing | null;
  isFiltered: boolean;
  store: UnitStore;
}

const pointOutline: Color = [255, 255, 255, 230];
const plain: BatchClasses = { classes: null, signs: null };

/**
 * The layers of deck.gl that draw the batches of one layer: one for each part of all that follow each other and are of
 * one kind. Fills lie below outlines.
 */
export function batchLayers(batches: readonly DrawBatch[], look: LayerLook): Layer[] {
  return runsOf(batches).flatMap((run, index) => {
    const { kind } = run[0]!;
    const id = `${look.layerId}/${index}-${kind}`;
    if (kind === 'point') return [pointLayer(id, run, look)];
    if (kind === 'line') return [pathLayer(id, run, look)];
    return [areaLayer(id, run, look), ...(look.withHairlines ? [] : [pathLayer(id, run, look)])];
  });
}

function runsOf(batches: readonly DrawBatch[]): DrawBatch[][] {
  const runs: DrawBatch[][] = [];
  for (const batch of batches) {
    const last = runs.at(-1);
    if (last?.[0]!.kind === batch.kind) last.push(batch);
    else runs.push([batch]);
  }
  return runs;
}

/** Fills and points show classes; outlines keep the colour of the style. */
function areaLayer(id: string, batches: readonly DrawBatch[], look: LayerLook): Layer {
  const { style } = look;
  const [red, green, blue, alpha = 255] = style.fillColor;
  // The opacity of the fill is that of all classes, so that it can be changed without painting anew.
  const paint = symbologyPaint(style, [red, green, blue], selectedFill, look);
  return new AreaUnits({
    ...common(id, batches, look, paint, outlinePaint(look)),
    hasEdges: look.withHairlines && style.lineWidth > 0,
    getElevation: alpha / 255,
    getFillColor: paint.base as never,
    getLineColor: style.lineColor as never,
  });
}

function outlinePaint({ style, isFiltered }: LayerLook): Paint {
  return plainPaint(style.lineColor, selectedColor, isFiltered);
}

function pathLayer(id: string, batches: readonly DrawBatch[], look: LayerLook): Layer {
  const { style } = look;
  const isLine = batches[0]!.kind === 'line';
  const paint = isLine ? symbologyPaint(style, style.lineColor, selectedColor, look) : outlinePaint(look);
  return new PathUnits({
    ...common(`${id}/path`, batches, look, paint),
    visible: style.lineWidth > 0,
    jointRounded: isLine,
    capRounded: isLine,
    getColor: paint.base as never,
    getWidth: style.lineWidth,
    widthUnits: style.lineWidthUnits,
    widthMinPixels: isLine ? 1 : 0,
  });
}

function pointLayer(id: string, batches: readonly DrawBatch[], look: LayerLook): Layer {
  const { style } = look;
  const { pointSize } = style;
  const paint = symbologyPaint(style, style.iconColor, selectedColor, look);
  return new PointUnits({
    ...common(id, batches, look, paint),
    icon: style.pointIcon,
    // The outline of small points would cover their colour.
    stroked: (pointSize?.mostRadius ?? style.pointRadius) > 2,
    antialiasing: true,
    ...radii(style),
    radiusUnits: 'pixels',
    getLineWidth: 1,
    lineWidthUnits: 'pixels',
    getLineColor: pointOutline as never,
    getFillColor: paint.base as never,
  });
}

/** Sizes come as parts of 255 of the largest radius. */
function radii({ pointIcon, pointRadius, pointSize }: VectorStyle) {
  const growth = iconGrowth(pointIcon);
  if (!pointSize) return { getRadius: pointRadius, radiusScale: growth, radiusMinPixels: 0, isSized: false };
  return {
    getRadius: (largestSize * pointSize.leastRadius) / pointSize.mostRadius,
    radiusScale: (growth * pointSize.mostRadius) / largestSize,
    radiusMinPixels: growth * pointSize.leastRadius,
    isSized: true,
  };
}

function common(
  id: string,
  batches: readonly DrawBatch[],
  { beforeId, style, classes, selected, store }: LayerLook,
  paint: Paint,
  edgePaint?: Paint,
) {
  const units = batches.map((batch): UnitLook => {
    const own = classes[batch.id] ?? plain;
    // Only points carry signs and sizes.
    const isPoint = batch.kind === 'point';
    return {
      batch,
      paint,
      ...(edgePaint && { edgePaint }),
      classes: {
        classes: own.classes,
        signs: isPoint ? own.signs : null,
        sizes: isPoint && style.pointSize ? (own.sizes ?? null) : null,
      },
      selected,
    };
  });
  return {
    id,
    data: nothing,
    units,
    store,
    pickable: false,
    // deck.gl bends opacities so that they look even; a style means what it says.
    opacity: style.opacity ** 2.2,
    ...(beforeId !== undefined && { beforeId }),
  };
}

/** The same at each change, so that it is none. */
const nothing: never[] = [];
