import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers';
import type { Layer } from '@deck.gl/core';
import { selectedColor, type Color, type VectorStyle } from '@groma/model';
import type { BatchClasses, Classing } from '../layer/classing.ts';
import type { DrawBatch } from '../layer/draw-batch.ts';
import { HairlineLayer } from './hairline-layer.ts';
import { MarkerLayer, iconGrowth } from './marker-layer.ts';
import { isPainted, pointColors, rowColors, selectedFill, spreadColors, symbologyPaint, type Paint, type Palette } from './paint.ts';

export interface BatchLook {
  layerId: string;
  style: VectorStyle;
  selected: ReadonlySet<number>;
  /** Draws outlines as hairlines: for layers of which there is very much. */
  withHairlines: boolean;
  /** The layer of the base map below which data is drawn, so that names stay readable. */
  beforeId: string | undefined;
  /** The classes of features by batch, and by what they were found. */
  classes?: Readonly<Record<string, BatchClasses>>;
  classedBy?: Classing | null;
}

type Attributes = Record<string, { value: Float64Array | Uint32Array | Uint8Array | Uint8ClampedArray; size: number }>;

/** What deck.gl draws one part of a batch from: its arrays go to the graphics card as they are. */
interface BatchData {
  length: number;
  startIndices: Uint32Array | null;
  attributes: Attributes;
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

const pointOutline: Color = [255, 255, 255, 230];
const plain: BatchClasses = { classes: null, signs: null };

/** The layers of deck.gl that draw one batch: fills below outlines, or lines, or points. */
export function batchLayers(batch: DrawBatch, look: BatchLook): Layer[] {
  const { fill, outline, paths, points } = partsOf(batch);
  const edges = outline && look.withHairlines ? hairlineLayer(outline, look) : paths && pathLayer(paths, look);
  return [fill && fillLayer(fill, look), edges, points && pointLayer(points, look)].filter((layer) => layer !== null);
}

/** Fills and points show classes; outlines keep the colour of the style. */
function fillLayer(data: BatchData, look: BatchLook): Layer {
  const { style } = look;
  const [red, green, blue, alpha = 255] = style.fillColor;
  // The opacity of the fill is that of all classes, so that it can be changed without painting anew.
  const painted = paintedData(data, look, 'fillColors', symbologyPaint(style, [red, green, blue], selectedFill, look.classedBy ?? null));
  return new SolidPolygonLayer({
    ...shared(painted, 'fill', look, alpha / 255), _normalize: false, getFillColor: painted.constant as never,
  });
}

function hairlineLayer(data: BatchData, look: BatchLook): Layer {
  const painted = paintedData(data, look, 'fillColors', { base: look.style.lineColor, chosen: selectedColor, palette: null });
  return new HairlineLayer({ ...shared(painted, 'hairline', look), visible: look.style.lineWidth > 0, _normalize: false, getFillColor: painted.constant as never });
}

function pathLayer(data: BatchData, look: BatchLook): Layer {
  const { style } = look;
  const isLine = data.batch.kind === 'line';
  const paint = isLine ? symbologyPaint(style, style.lineColor, selectedColor, look.classedBy ?? null) : { base: style.lineColor, chosen: selectedColor, palette: null };
  const painted = paintedData(data, look, 'instanceColors', paint);
  return new PathLayer({
    ...shared(painted, 'path', look), visible: style.lineWidth > 0, _pathType: 'open', jointRounded: isLine, capRounded: isLine,
    getColor: painted.constant as never, getWidth: style.lineWidth, widthUnits: style.lineWidthUnits, widthMinPixels: isLine ? 1 : 0,
  });
}

function pointLayer(data: BatchData, look: BatchLook): Layer {
  const { style } = look;
  const painted = paintedData(data, look, 'instanceFillColors', symbologyPaint(style, style.iconColor, selectedColor, look.classedBy ?? null));
  return new MarkerLayer({
    ...shared(painted, 'point', look), icon: style.pointIcon, stroked: true, antialiasing: true,
    getRadius: style.pointRadius, radiusScale: iconGrowth(style.pointIcon), radiusUnits: 'pixels', getLineWidth: 1, lineWidthUnits: 'pixels',
    getLineColor: pointOutline as never, getFillColor: painted.constant as never,
  });
}

function shared({ data, key }: Painted, part: string, { layerId, beforeId, style }: BatchLook, alpha = 1) {
  return {
    id: `${layerId}/${data.batch.id}/${part}`, data: data as never, pickable: false, positionFormat: data.batch.size === 3 ? 'XYZ' as const : 'XY' as const,
    // Only another batch is other data; colours come and go without the rest being sent again.
    dataComparator: (one: unknown, other: unknown) => (one as BatchData).batch === (other as BatchData).batch,
    updateTriggers: { getFillColor: key, getColor: key, getSign: key },
    // deck.gl bends opacities so that they look even; a style means what it says.
    opacity: (style.opacity * alpha) ** 2.2,
    ...(beforeId !== undefined && { beforeId }),
  };
}

/** One colour for all, or colours in `data.attributes`; `key` changes with them. */
interface Painted { data: BatchData; constant: Color; key: number }
interface Kept { paint: Paint; classes: BatchClasses; selected: ReadonlySet<number>; painted: Painted }

/** What each part was painted with last: the same again costs nothing. */
const kept = new WeakMap<BatchData, Kept>();
let lastKey = 0;

function paintedData(data: BatchData, { classes = {}, selected }: BatchLook, attribute: string, paint: Paint): Painted {
  const { batch } = data;
  const own = classes[batch.id] ?? plain;
  // Only points carry signs.
  const rowClasses = batch.kind === 'point' ? own : { ...plain, classes: own.classes };
  if (!isPainted(batch, rowClasses, paint, selected)) {
    kept.delete(data);
    return { data, constant: paint.base, key: 0 };
  }
  const known = kept.get(data);
  if (known && isSame(known, paint, rowClasses, selected)) return known.painted;
  lastKey += 1;
  const colors = spread(data, rowColors(batch, rowClasses, paint, selected));
  const attributes: Attributes = { ...data.attributes, [attribute]: { value: new Uint8ClampedArray(colors.buffer), size: 4 } };
  if (rowClasses.signs && data.rows) attributes['instanceSigns'] = { value: Uint8Array.from(data.rows, (row) => rowClasses.signs![row]!), size: 1 };
  const painted: Painted = { data: { ...data, attributes }, constant: paint.base, key: lastKey };
  kept.set(data, { paint, classes: rowClasses, selected, painted });
  return painted;
}

function isSame(known: Kept, paint: Paint, { classes, signs }: BatchClasses, selected: ReadonlySet<number>): boolean {
  return known.selected === selected && known.classes.classes === classes && known.classes.signs === signs
    && known.paint.palette === paint.palette && String(known.paint.base) === String(paint.base);
}

function spread({ batch, rows, startIndices }: BatchData, colors: Palette): Palette {
  if (startIndices === null) return pointColors(colors, rows!);
  return spreadColors(colors, startIndices, rows, batch.positions.length / batch.size);
}
