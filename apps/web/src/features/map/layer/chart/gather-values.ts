import type { ClipShape } from '@groma/geo';
import { isNumericColumn, type ChartColumn, type ChartConfig, type ChartFilter } from '@groma/model';
import { numberReader, textReader, type ChartPiece, type PieceColumn, type ReadPieces } from './chart-piece.ts';

/** X and Y of the features that a chart is drawn from. X is a number, or a place in `texts` (−1 for none). */
export interface Gathered {
  x: Float64Array;
  y: Float64Array;
  /** Null where X is a number. */
  texts: readonly string[] | null;
  /** Features that the filters and the clipping layer keep, but that have no X or Y. */
  leftOut: number;
}

export type ChartQuestion = Pick<ChartConfig, 'xCol' | 'yCol' | 'type' | 'filters' | 'aggregate'>;

/** Goes through all features of a layer once. The clipping layer is asked last: it costs most. */
export function gatherValues(
  pieces: ReadPieces,
  { xCol, yCol, filters, type }: ChartQuestion,
  columns: readonly ChartColumn[],
  clip: ClipShape | null,
): Gathered {
  const xIsNumber = isNumericColumn(columns.find(({ name }) => name === xCol) ?? { type: 'text' });
  const names = [xCol, yCol, ...filters.map(({ column }) => column)];
  const places = new Map<string, number>();
  const [xs, ys] = [new Numbers(), new Numbers()];
  let leftOut = 0;
  for (const piece of pieces(names)) {
    const [x, y, ...filtered] = piece.columns;
    const keeps = filters.map((filter, at) => filterOf(filter, filtered[at]!, columns));
    const xOf = xIsNumber ? numberReader(x!) : placeReader(x!, places);
    const yOf = numberReader(y!);
    const needsX = xIsNumber || type === 'line';
    for (let row = 0; row < piece.length; row++) {
      if (piece.isShown?.(row) === false) continue;
      if (!keeps.every((keep) => keep(row)) || (clip && !isWithin(clip, piece, row))) continue;
      const [xValue, yValue] = [xOf(row), yOf(row)];
      if (Number.isNaN(yValue) || (needsX && (Number.isNaN(xValue) || (!xIsNumber && xValue < 0)))) {
        leftOut += 1;
        continue;
      }
      xs.add(xValue);
      ys.add(yValue);
    }
  }
  return { x: xs.all, y: ys.all, texts: xIsNumber ? null : [...places.keys()], leftOut };
}

function isWithin(clip: ClipShape, { geometry }: ChartPiece, row: number): boolean {
  const place = geometry(row);
  if (place?.type === 'Point') return clip.hasPoint(place.coordinates[0]!, place.coordinates[1]!);
  return place !== null && clip.intersects(place);
}

/** Texts by the order in which they come; the codes of a piece are looked up once for each of its texts. */
function placeReader(column: PieceColumn, places: Map<string, number>): (row: number) => number {
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  if (!column.codes) {
    const read = textReader(column);
    return (row) => {
      const text = read(row);
      return text === null ? -1 : placeOf(text);
    };
  }
  const { codes, texts } = column.codes;
  const known = new Int32Array(texts.length).fill(-1);
  return (row) => {
    const code = codes[row]!;
    if (code < 0) return -1;
    if (known[code]! < 0) known[code] = placeOf(texts[code]!);
    return known[code]!;
  };
}

/** Empty cells pass no filter. */
function filterOf(
  { column: name, operator, value }: ChartFilter,
  column: PieceColumn,
  columns: readonly ChartColumn[],
): (row: number) => boolean {
  if (!isNumericColumn(columns.find((each) => each.name === name) ?? { type: 'text' })) {
    if (column.codes) {
      const { codes, texts } = column.codes;
      const wanted = texts.indexOf(String(value));
      return (row) => wanted >= 0 && codes[row] === wanted;
    }
    const read = textReader(column);
    return (row) => read(row) === String(value);
  }
  const read = numberReader(column);
  const wanted = Number(value);
  if (operator === 'gte') return (row) => read(row) >= wanted;
  if (operator === 'lte') return (row) => read(row) <= wanted;
  return (row) => read(row) === wanted;
}

/** Numbers in an array that grows by doubling. */
class Numbers {
  #values = new Float64Array(1_024);
  #length = 0;

  add(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(this.#length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  get all(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
