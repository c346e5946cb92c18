import { ExpressionError, labelAnchor, labelSize, parseColumnFormula, type Bbox } from '@groma/geo';
import type { LayerColumns } from './layer-columns.ts';
import type { LayerRows } from './layer-rows.ts';
import type { IsUnseen } from './layer-search.ts';

/**
 * A layer whose labels are wanted: text and height in pixels, how far above their place they stand, and the column by
 * which points are large.
 */
export interface LabelledLayer {
  layerId: string;
  text: string;
  size: number;
  lift: number;
  sizedBy: string | null;
  withCollisions: boolean;
  unseen: readonly number[];
}

/** What of the map is seen: a box in degrees, and the camera that lays it on the screen. */
interface LabelView {
  bounds: Bbox;
  center: readonly [longitude: number, latitude: number];
  zoom: number;
  bearing: number;
}

export interface LabelRequest {
  layers: readonly LabelledLayer[];
  view: LabelView;
}

/** Labels of one layer: `positions` are pairs of degrees. */
export interface PlacedLabels {
  layerId: string;
  texts: string[];
  positions: Float64Array<ArrayBuffer>;
}

/**
 * Labels on the map at once, and features of a layer that are looked at for them; of more, the same ones again and
 * again.
 */
const mostLabels = 1_200;
const mostLooked = 16_000;
const longestLabel = 80;
const cell = 64;
const [padX, padY] = [4, 2];

type Box = [left: number, top: number, right: number, bottom: number];

/** Boxes on the screen, found by the squares they lie in. */
class Occupied {
  readonly #cells = new Map<string, Box[]>();

  isFree(box: Box): boolean {
    for (const key of cellsOf(box)) {
      for (const [left, top, right, bottom] of this.#cells.get(key) ?? [])
        if (box[0] < right && box[2] > left && box[1] < bottom && box[3] > top) return false;
    }
    return true;
  }

  add(box: Box): void {
    for (const key of cellsOf(box)) {
      const boxes = this.#cells.get(key);
      if (boxes) boxes.push(box);
      else this.#cells.set(key, [box]);
    }
  }
}

function* cellsOf([left, top, right, bottom]: Box): Generator<string> {
  for (let x = Math.floor(left / cell); x <= Math.floor(right / cell); x++) {
    for (let y = Math.floor(top / cell); y <= Math.floor(bottom / cell); y++) yield `${x} ${y}`;
  }
}

/** Chooses the labels that have room, layer by layer from the topmost, as the map lies flat. */
export function placeLabels(
  { layers, view }: LabelRequest,
  readingOf: (layerId: string) => { rows: LayerRows; columns: LayerColumns } | null,
): PlacedLabels[] {
  const occupied = new Occupied();
  const project = projection(view);
  let left = mostLabels;
  return layers.flatMap((layer) => {
    const reading = readingOf(layer.layerId);
    if (!reading || left <= 0) return [];
    const placed = placeLayer(
      layer,
      reading.rows,
      reading.columns.isUnseen(layer.unseen),
      view,
      project,
      occupied,
      left,
    );
    left -= placed.texts.length;
    return placed.texts.length > 0 ? [placed] : [];
  });
}

function placeLayer(
  layer: LabelledLayer,
  rows: LayerRows,
  isUnseen: IsUnseen,
  view: LabelView,
  project: Projection,
  occupied: Occupied,
  most: number,
): PlacedLabels {
  const texts: string[] = [];
  const positions: number[] = [];
  const textOf = labelText(layer.text, rows);
  if (!textOf) return { layerId: layer.layerId, texts, positions: new Float64Array(0) };
  const widthOf = measure(layer.size);
  const looked = lookedAt(boxesOf(view.bounds).flatMap((box) => [rows.within(box, isUnseen)]));
  for (const { fid, anchor } of largestFirst(looked, rows, layer.sizedBy)) {
    if (texts.length >= most) break;
    const [x, y] = project(anchor);
    // Where the smallest label has no room, none has.
    if (
      !layer.withCollisions &&
      !occupied.isFree([
        x - layer.size / 2,
        y - layer.lift - layer.size / 2,
        x + layer.size / 2,
        y - layer.lift + layer.size / 2,
      ])
    )
      continue;
    const text = textOf(fid);
    if (text === '') continue;
    const half = widthOf(text) / 2 + padX;
    const box: Box = [
      x - half,
      y - layer.lift - layer.size * 0.6 - padY,
      x + half,
      y - layer.lift + layer.size * 0.6 + padY,
    ];
    if (!layer.withCollisions && !occupied.isFree(box)) continue;
    occupied.add(box);
    texts.push(text);
    positions.push(...anchor);
  }
  return { layerId: layer.layerId, texts, positions: Float64Array.from(positions) };
}

interface Candidate {
  fid: number;
  anchor: [longitude: number, latitude: number];
  size: number;
}

/** Features with the places of their labels: first those that take most of the map, or points that are drawn large. */
function largestFirst(fids: Int32Array, rows: LayerRows, sizedBy: string | null): Candidate[] {
  const sizeOf = (sizedBy !== null && rows.cellOf(sizedBy)) || null;
  const candidates: Candidate[] = [];
  for (const fid of fids) {
    const geometry = rows.geometryOf(fid);
    const anchor = labelAnchor(geometry);
    if (!anchor) continue;
    const row = sizeOf ? rows.numberOf(fid) : null;
    const value = row === null ? null : sizeOf!(row);
    candidates.push({ fid, anchor, size: typeof value === 'number' ? value : labelSize(geometry) });
  }
  // What is equally large keeps its order.
  return candidates.some(({ size }) => size !== 0)
    ? candidates.sort((one, other) => other.size - one.size)
    : candidates;
}

/** The text of a feature's label; null for an expression that cannot be read, as after its column is gone. */
function labelText(expression: string, rows: LayerRows): ((fid: number) => string) | null {
  try {
    const formula = parseColumnFormula(expression, rows.columns);
    const cells = [...formula.columns].flatMap((name) => {
      const read = rows.cellOf(name);
      return read ? [[name, read] as const] : [];
    });
    return (fid) => {
      const row = rows.numberOf(fid);
      if (row === null) return '';
      const value = formula.evaluate({
        fid,
        geometry: formula.usesGeometry ? rows.geometryOf(fid) : null,
        properties: Object.fromEntries(cells.map(([name, read]) => [name, read(row)])),
      });
      const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
      return text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text;
    };
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** At most so many of features, chosen by their ids alone: a map that is moved a little keeps its labels. */
function lookedAt(parts: readonly Int32Array[]): Int32Array {
  const count = parts.reduce((sum, { length }) => sum + length, 0);
  const bits = Math.max(0, Math.ceil(Math.log2(count / mostLooked)));
  const isLooked = (fid: number) => bits === 0 || Math.imul(fid, 2_654_435_769) >>> (32 - bits) === 0;
  return Int32Array.from(new Set(parts.flatMap((fids) => Array.from(fids.filter(isLooked)))));
}

/** A view that crosses the antimeridian lies in two boxes. */
function boxesOf([west, south, east, north]: Bbox): Bbox[] {
  if (east - west >= 360) return [[-180, south, 180, north]];
  const turn = 360 * Math.floor((west + 180) / 360);
  const [from, to] = [west - turn, east - turn];
  return to <= 180
    ? [[from, south, to, north]]
    : [
        [from, south, 180, north],
        [-180, south, to - 360, north],
      ];
}

type Projection = (place: readonly [longitude: number, latitude: number]) => [x: number, y: number];

/** Pixels from the middle of the map (Web Mercator, turned by the bearing). */
function projection({ center, zoom, bearing }: LabelView): Projection {
  const scale = 512 * 2 ** zoom;
  const [centerX, centerY] = [mercatorX(center[0]), mercatorY(center[1])];
  const turn = (-bearing * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  return ([longitude, latitude]) => {
    const across = mercatorX(longitude) - centerX;
    const x = (across - Math.round(across)) * scale;
    const y = (mercatorY(latitude) - centerY) * scale;
    return [x * cosine - y * sine, x * sine + y * cosine];
  };
}

function mercatorX(longitude: number): number {
  return longitude / 360 + 0.5;
}

function mercatorY(latitude: number): number {
  const sine = Math.sin((Math.max(-85.06, Math.min(85.06, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Width of texts in pixels: by the browser's fonts where there are any. */
function measure(size: number): (text: string) => number {
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return (text) => text.length * size * 0.56;
  context.font = `500 ${size}px Inter, system-ui, sans-serif`;
  return (text) => context.measureText(text).width;
}
