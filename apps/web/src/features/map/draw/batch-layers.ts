import { PathLayer, ScatterplotLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { Layer } from '@deck.gl/core';
import { selectedColor, type Color, type VectorStyle } from '@groma/model';
import type { DrawBatch } from '../layer/draw-batch.ts';
import { HairlineLayer } from './hairline-layer.ts';

export interface BatchLook {
  layerId: string;
  style: VectorStyle;
  selected: ReadonlySet<number>;
  /** Draws outlines as hairlines: for layers of which there is very much. */
  withHairlines: boolean;
  /** The layer of the base map below which data is drawn, so that names stay readable. */
  beforeId: string | undefined;
}

/** What deck.gl draws one part of a batch from: its arrays go to the graphics card as they are. */
export interface BatchData {
  length: number;
  startIndices: Uint32Array | null;
  attributes: Record<string, { value: Float64Array | Uint32Array; size: number }>;
  batch: DrawBatch;
  /** The row of each thing that is drawn; null where they are one and the same. */
  rows: Uint32Array | null;
}

interface Parts { fill: BatchData | null; outline: BatchData | null; paths: BatchData | null; points: BatchData | null }

/** The same data object for the same batch, or deck.gl would send everything again. */
const parts = new WeakMap<DrawBatch, Parts>();

function partsOf(batch: DrawBatch): Parts {
  const known = parts.get(batch);
  if (known) return known;
  const positions = { value: batch.positions, size: batch.size };
  const { fill, outline, paths, positionRows, fids } = batch;
  const made: Parts = {
    fill: fill && { length: fids.length, startIndices: fill.rowStarts, attributes: { getPolygon: positions, indices: { value: fill.indices, size: 1 } }, batch, rows: null },
    outline: fill && outline && { length: fids.length, startIndices: fill.rowStarts, attributes: { getPolygon: positions, indices: { value: outline, size: 1 } }, batch, rows: null },
    paths: paths && { length: paths.rows.length, startIndices: paths.starts, attributes: { getPath: { ...positions } }, batch, rows: paths.rows },
    points: positionRows && { length: positionRows.length, startIndices: null, attributes: { getPosition: positions }, batch, rows: positionRows },
  };
  parts.set(batch, made);
  return made;
}

const pointRadius = 5;
const pointOutline: Color = [255, 255, 255, 230];
/** A selected area keeps some of what lies below in sight. */
const selectedFill: Color = [...selectedColor, 150];

/** The layers of deck.gl that draw one batch: fills below outlines, or lines, or points. */
export function batchLayers(batch: DrawBatch, look: BatchLook): Layer[] {
  const { fill, outline, paths, points } = partsOf(batch);
  const edges = outline && look.withHairlines ? hairlineLayer(outline, look) : paths && pathLayer(paths, look);
  return [fill && fillLayer(fill, look), edges, points && pointLayer(points, look)].filter((layer) => layer !== null);
}

function shared(data: BatchData, part: string, { layerId, beforeId }: BatchLook) {
  return { id: `${layerId}/${data.batch.id}/${part}`, data: data as never, pickable: false, positionFormat: data.batch.size === 3 ? 'XYZ' as const : 'XY' as const, ...(beforeId !== undefined && { beforeId }) };
}

function fillLayer(data: BatchData, look: BatchLook): Layer {
  const color = colorOf(data, look, look.style.fillColor, selectedFill);
  return new SolidPolygonLayer({
    ...shared(data, 'fill', look), _normalize: false,
    getFillColor: color.value as never, updateTriggers: { getFillColor: color.trigger },
  });
}

function hairlineLayer(data: BatchData, look: BatchLook): Layer {
  const color = colorOf(data, look, look.style.lineColor, selectedColor);
  return new HairlineLayer({
    ...shared(data, 'hairline', look), visible: look.style.lineWidth > 0, _normalize: false, getFillColor: color.value as never, updateTriggers: { getFillColor: color.trigger },
  });
}

function pathLayer(data: BatchData, look: BatchLook): Layer {
  const { style } = look;
  const color = colorOf(data, look, style.lineColor, selectedColor);
  const isLine = data.batch.kind === 'line';
  return new PathLayer({
    ...shared(data, 'path', look), _pathType: 'open', jointRounded: isLine, capRounded: isLine,
    getColor: color.value as never, getWidth: isLine ? Math.max(style.lineWidth, 1.5) : style.lineWidth, widthUnits: style.lineWidthUnits,
    updateTriggers: { getColor: color.trigger },
  });
}

function pointLayer(data: BatchData, look: BatchLook): Layer {
  const color = colorOf(data, look, look.style.iconColor, selectedColor);
  return new ScatterplotLayer({
    ...shared(data, 'point', look), stroked: true, getRadius: pointRadius, radiusUnits: 'pixels', getLineWidth: 1, lineWidthUnits: 'pixels',
    getLineColor: pointOutline as never, getFillColor: color.value as never, updateTriggers: { getFillColor: color.trigger },
  });
}

/** One colour for all, which costs nothing, unless the batch holds something selected. */
function colorOf({ batch, rows }: BatchData, { selected }: BatchLook, color: Color, chosen: Color): { value: Color | ((object: unknown, place: { index: number }) => Color); trigger: unknown } {
  if (!hasSelected(batch, selected)) return { value: color, trigger: String(color) };
  return {
    value: (_object, { index }) => (selected.has(batch.fids[rows ? rows[index]! : index]!) ? chosen : color),
    trigger: `${keyOf(selected)} ${color}`,
  };
}

const keys = new WeakMap<ReadonlySet<number>, number>();
let lastKey = 0;

/** Tells one selection from another: deck.gl would compare sets by their (no) fields. */
function keyOf(selected: ReadonlySet<number>): number {
  const known = keys.get(selected);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(selected, lastKey);
  return lastKey;
}

const found = new WeakMap<ReadonlySet<number>, WeakMap<DrawBatch, boolean>>();

function hasSelected(batch: DrawBatch, selected: ReadonlySet<number>): boolean {
  if (selected.size === 0) return false;
  const known = found.get(selected) ?? new WeakMap<DrawBatch, boolean>();
  found.set(selected, known);
  let answer = known.get(batch);
  if (answer === undefined) {
    answer = batch.fids.some((fid) => selected.has(fid));
    known.set(batch, answer);
  }
  return answer;
}
