import {
  negativeColor,
  positiveColor,
  selectedColor,
  type Color,
  type Symbology,
  type VectorStyle,
} from '@groma/model';
import { classingOf, filteredClass, otherClass, type BatchClasses, type Classing } from '../layer/classing.ts';
import type { DrawBatch } from '../layer/draw-batch.ts';

/** Colours of the 256 classes, as four bytes each in the memory of one number. */
export type Palette = Uint32Array<ArrayBuffer>;

const palettes = new WeakMap<Symbology, Palette>();
const unlisted: Color = [0, 0, 0, 0];

/** The colours of a symbology by class, kept while the symbology is the same. */
function paletteOf(symbology: Exclude<Symbology, { kind: 'single' }>): Palette {
  const known = palettes.get(symbology);
  if (known) return known;
  const palette = new Uint32Array(256);
  const colors =
    symbology.kind === 'graduated'
      ? symbology.colors
      : symbology.categories.map(({ color, isHidden }) => (isHidden ? unlisted : color));
  colors.forEach((color, index) => {
    palette[index] = wordOf(color);
  });
  palette[otherClass] = wordOf(symbology.other ?? unlisted);
  palette[filteredClass] = wordOf(unlisted);
  palettes.set(symbology, palette);
  return palette;
}

/** The colour of a class; `own` where nothing is classed. */
export function classColor(symbology: Symbology, place: number, own: Color): Color {
  if (symbology.kind === 'single') return own;
  const listed = symbology.kind === 'graduated' ? symbology.colors[place] : symbology.categories[place]?.color;
  return listed ?? symbology.other ?? unlisted;
}

/** Red first in memory, on the little-endian machines there are. */
function wordOf([red, green, blue, alpha = 255]: Color): number {
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** What a batch is painted with: where nothing differs from feature to feature, one colour. */
export interface Paint {
  base: Color;
  chosen: Color;
  palette: Palette | null;
  /** The palette only leaves out what is filtered. */
  isOneColored?: boolean;
}

/** What is drawn in one colour: where its layer is filtered, what the filter leaves out has none. */
export function plainPaint(base: Color, chosen: Color, isFiltered: boolean): Paint {
  return isFiltered
    ? { base, chosen, palette: filterPalette(wordOf(base)), isOneColored: true }
    : { base, chosen, palette: null };
}

const filterPalettes = new Map<number, Palette>();

/** The same for the same colour: another palette is painted anew. */
function filterPalette(word: number): Palette {
  const palette = filterPalettes.get(word) ?? new Uint32Array(256).fill(word);
  palette[filteredClass] = wordOf(unlisted);
  filterPalettes.set(word, palette);
  return palette;
}

/** What a layer's classes are painted with; its own colour while its classes are on their way. */
export function symbologyPaint(
  style: VectorStyle,
  base: Color,
  chosen: Color,
  { classedBy, isFiltered }: { classedBy: Classing | null; isFiltered: boolean },
): Paint {
  const { symbology } = style;
  const isClassed = symbology.kind !== 'single' && classingKey(symbology) === textOf(classedBy ?? symbology);
  return isClassed ? { base, chosen, palette: paletteOf(symbology) } : plainPaint(base, chosen, isFiltered);
}

const texts = new WeakMap<object, string>();

/** Lists of classes are long, and asked about in every frame. */
function textOf(value: object): string {
  const known = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, known);
  return known;
}

const classings = new WeakMap<Symbology, string>();

function classingKey(symbology: Symbology): string {
  const known = classings.get(symbology) ?? JSON.stringify(classingOf(symbology));
  classings.set(symbology, known);
  return known;
}

/** Whether a batch needs a colour of its own for each feature. */
export function isPainted(
  batch: DrawBatch,
  { classes, signs }: BatchClasses,
  { palette }: Paint,
  selected: ReadonlySet<number>,
): boolean {
  return (palette !== null && classes !== null) || signs !== null || hasSelected(batch, selected);
}

/** The colour of each row of a batch. */
export function rowColors(
  { fids }: DrawBatch,
  { classes, signs }: BatchClasses,
  { base, chosen, palette, isOneColored = false }: Paint,
  selected: ReadonlySet<number>,
): Palette {
  const colors = new Uint32Array(fids.length).fill(wordOf(base));
  if (palette && classes) for (let row = 0; row < colors.length; row++) colors[row] = palette[classes[row]!]!;
  const isThere = (row: number): boolean => !palette || classes?.[row] !== filteredClass;
  if (signs && (isOneColored || !palette || !classes))
    for (let row = 0; row < colors.length; row++) {
      if (signs[row] !== 0 && isThere(row)) colors[row] = wordOf(signs[row] === 1 ? positiveColor : negativeColor);
    }
  if (selected.size > 0) {
    const red = wordOf(chosen);
    for (let row = 0; row < colors.length; row++) if (selected.has(fids[row]!) && isThere(row)) colors[row] = red;
  }
  return colors;
}

/**
 * Colours of rows spread over their positions: those from `starts[i]` to `starts[i + 1]` are of row `rows[i]`, or i.
 */
export function spreadColors(
  colors: Palette,
  starts: Uint32Array,
  rows: Uint32Array | null,
  positions: number,
): Palette {
  const spread = new Uint32Array(positions);
  const count = rows?.length ?? colors.length;
  for (let index = 0; index < count; index++)
    spread.fill(
      colors[rows ? rows[index]! : index]!,
      starts[index]!,
      index + 1 < starts.length ? starts[index + 1]! : positions,
    );
  return spread;
}

/** The colour at each position of a part of a batch. */
export function partColors(
  part: 'fill' | 'edge' | 'path' | 'point',
  batch: DrawBatch,
  { classes, paint, selected }: { classes: BatchClasses; paint: Paint; selected: ReadonlySet<number> },
): Palette {
  const colors = rowColors(batch, classes, paint, selected);
  if (part === 'point')
    return batch.positionRows ? Uint32Array.from(batch.positionRows, (row) => colors[row]!) : colors;
  if (part === 'path') return spreadColors(colors, batch.paths!.starts, batch.paths!.rows, batch.count);
  return spreadColors(colors, batch.rowStarts!, null, batch.count);
}

/** The sign or size at each position of a batch of points; null where there are none. */
export function partBytes(
  { positionRows }: Pick<DrawBatch, 'positionRows'>,
  bytes: Uint8Array<ArrayBuffer> | null,
): Uint8Array<ArrayBuffer> | null {
  return bytes && positionRows ? Uint8Array.from(positionRows, (row) => bytes[row]!) : bytes;
}

/** A selected area keeps some of what lies below in sight. */
export const selectedFill: Color = [...selectedColor, 150];

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
