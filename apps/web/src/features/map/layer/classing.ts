import { isInt64Text } from '@groma/geo';
import {
  classOf,
  plainSymbology,
  sizePart,
  type CategoryValue,
  type LayerFilter,
  type LayerJoin,
  type PointSize,
  type Symbology,
  type VectorStyle,
} from '@groma/model';
import { columnCells, touchedCells, type BatchCells, type LayerSource } from './batch-cells.ts';
import { filterTests, passRows } from './filtered-rows.ts';
import { joinArrays } from './join-geometry.ts';

/**
 * By what rows are put into classes: the places of their values in a list, or between breaks. Colours are no part of
 * it.
 */
export type Classing =
  | { column: string; values: readonly CategoryValue[] }
  | { column: string; breaks: readonly number[] };

/** The class of rows that have no other. */
export const otherClass = 255;
/** The class of rows that the filter of their layer leaves out; there are fewer categories and classes than this. */
export const filteredClass = 254;

/** By what points are sized: radii in pixels are no part of it. */
export type Sizing = Pick<PointSize, 'column' | 'mostValue'>;

/**
 * What the worker is told of a style: by what rows are classed and sized, which are there at all, and what other layers
 * add to them.
 */
export interface RowLook {
  classing: Classing | null;
  sizing: Sizing | null;
  filter: LayerFilter;
  joins: readonly LayerJoin[];
}

export function rowLookOf(style: Partial<VectorStyle> | undefined): RowLook {
  const { symbology = plainSymbology, pointSize = null, filter = [], joins = [] } = style ?? {};
  return {
    classing: classingOf(symbology),
    sizing: pointSize && { column: pointSize.column, mostValue: pointSize.mostValue },
    filter,
    joins,
  };
}

/** What a symbology asks of the worker; null where all features look the same. */
export function classingOf(symbology: Symbology): Classing | null {
  switch (symbology.kind) {
    case 'single':
      return null;
    case 'categorised':
      return { column: symbology.column, values: symbology.categories.map(({ value }) => value) };
    case 'graduated':
      return { column: symbology.column, breaks: symbology.breaks };
  }
}

/**
 * The classes of a symbology whose features are not drawn: hidden categories, and all others where those have no
 * colour.
 */
export function hiddenClasses(symbology: Symbology): number[] {
  if (symbology.kind === 'single') return [];
  const hidden =
    symbology.kind === 'categorised'
      ? symbology.categories.flatMap(({ isHidden }, place) => (isHidden ? [place] : []))
      : [];
  return symbology.other ? hidden : [...hidden, otherClass];
}

/** The class of one value. */
export function classOfValue(value: unknown, classing: Classing): number {
  if ('values' in classing) {
    const place = classing.values.indexOf(value as CategoryValue);
    return place < 0 ? otherClass : place;
  }
  const found = classOf(numberOf(value), classing.breaks);
  return found < 0 ? otherClass : found;
}

/**
 * What the rows of one batch are, one byte each: their class, whether a point is marked (VEC-002): 1 positive, 2
 * negative, and its radius as a part of the largest, which is 255.
 */
export interface BatchClasses {
  classes: Uint8Array<ArrayBuffer> | null;
  signs: Uint8Array<ArrayBuffer> | null;
  sizes?: Uint8Array<ArrayBuffer> | null;
}

export const signColumn = 'positive';
const [positiveSign, negativeSign] = [1, 2];

/** The classes of a layer's batches, all or those that hold some features; null where nothing is classed. */
export function classBatches(
  source: LayerSource,
  { classing, sizing, filter }: Omit<RowLook, 'joins'>,
  fids: ReadonlySet<number> | null = null,
): Record<string, BatchClasses> | null {
  const cellsOf = (name: string) => (fids ? touchedCells(source, name, fids) : columnCells(source, name));
  const byValue = classing ? joinById(cellsOf(classing.column), (cells) => classRows(cells, classing)) : null;
  const classes = filterTests(filter, source).reduce(
    (found, { name, test }) =>
      withoutFailed(
        found,
        joinById(cellsOf(name), (cells) => passRows(cells, test)),
      ),
    byValue,
  );
  const signs = hasSigns(source) ? joinById(cellsOf(signColumn), signRows) : null;
  const sizes = sizing ? joinById(cellsOf(sizing.column), (cells) => sizeRows(cells, sizing.mostValue)) : null;
  const all = [classes, signs, sizes].filter((each) => each !== null);
  if (all.length === 0) return null;
  const ids = new Set(all.flatMap((each) => [...each.keys()]));
  return Object.fromEntries(
    Array.from(ids, (id) => [
      id,
      { classes: classes?.get(id) ?? null, signs: signs?.get(id) ?? null, sizes: sizes?.get(id) ?? null },
    ]),
  );
}

/** The bytes of what is drawn together, one after the other; null where none of its batches has any. */
function joinById(all: Iterable<BatchCells>, read: (cells: BatchCells) => Uint8Array<ArrayBuffer> | null): BytesById {
  const parts = new Map<string, { length: number; bytes: Uint8Array<ArrayBuffer> | null }[]>();
  for (const cells of all) {
    const own = parts.get(cells.id) ?? [];
    parts.set(cells.id, own);
    own.push({ length: cells.fids.length, bytes: read(cells) });
  }
  return new Map(
    Array.from(parts, ([id, own]) => [
      id,
      own.every(({ bytes }) => bytes === null)
        ? null
        : joinArrays(
            Uint8Array,
            own.map(({ length, bytes }) => bytes ?? new Uint8Array(length)),
          ),
    ]),
  );
}

type BytesById = Map<string, Uint8Array<ArrayBuffer> | null>;

/** Classes in which rows that fail a test are left out; those of unclassed rows are 0. */
function withoutFailed(classes: BytesById | null, passing: BytesById): BytesById {
  return new Map(
    Array.from(passing, ([id, passes]) => {
      const known = classes?.get(id);
      return [id, passes && passes.map((pass, row) => (pass === 0 ? filteredClass : (known?.[row] ?? 0)))];
    }),
  );
}

/** Whether a column of that name holds what marks points. */
function hasSigns({ overlay }: LayerSource): boolean {
  return overlay.columns.some(({ name, type }) => name === signColumn && type === 'boolean');
}

function signRows({ fids, read }: BatchCells): Uint8Array<ArrayBuffer> | null {
  let isAny = false;
  const signs = Uint8Array.from(fids, (_fid, row) => {
    const value = read(row);
    isAny ||= value !== null;
    return value === true ? positiveSign! : value === false ? negativeSign! : 0;
  });
  return isAny ? signs : null;
}

/** The radius that 255 stands for is that of `mostValue` (VEC-090). */
function sizeRows({ fids, numbers, read }: BatchCells, mostValue: number): Uint8Array<ArrayBuffer> {
  const sized = (value: unknown): number => Math.round(255 * sizePart(numberOf(value), mostValue));
  return numbers ? Uint8Array.from(numbers, sized) : Uint8Array.from(fids, (_fid, row) => sized(read(row)));
}

/** A cell as a number; NaN where it holds none. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isInt64Text(value) ? Number(value) : NaN;
}

function classRows(cells: BatchCells, classing: Classing): Uint8Array<ArrayBuffer> {
  return 'breaks' in classing ? betweenBreaks(cells, classing.breaks) : amongValues(cells, classing.values);
}

function betweenBreaks({ fids, numbers, read }: BatchCells, breaks: readonly number[]): Uint8Array<ArrayBuffer> {
  const classed = (value: unknown): number => classOfValue(value, { column: '', breaks });
  return numbers ? Uint8Array.from(numbers, classed) : Uint8Array.from(fids, (_fid, row) => classed(read(row)));
}

function amongValues({ fids, codes, read }: BatchCells, values: readonly CategoryValue[]): Uint8Array<ArrayBuffer> {
  const places = new Map<unknown, number>(values.map((value, place) => [value, place]));
  const classed = (value: unknown): number => places.get(value) ?? otherClass;
  if (!codes) return Uint8Array.from(fids, (_fid, row) => classed(read(row)));
  const byCode = codes.texts.map(classed);
  const empty = classed(null);
  return Uint8Array.from(codes.codes, (code) => (code < 0 ? empty : byCode[code]!));
}
