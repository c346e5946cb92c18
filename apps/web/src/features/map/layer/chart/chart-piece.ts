import { isInt64Text, type PropertyValue, type SimpleGeometry } from '@groma/geo';

/**
 * One column of a piece: numbers (NaN where empty) or codes of texts (−1 where empty) where it has such, else cells.
 */
export interface PieceColumn {
  numbers: Float64Array | null;
  codes: { codes: Int32Array; texts: readonly string[] } | null;
  read: (row: number) => PropertyValue;
}

/** Some rows of a layer: the columns that were asked for, in their order, and where the rows lie. */
export interface ChartPiece {
  length: number;
  columns: readonly PieceColumn[];
  geometry: (row: number) => SimpleGeometry | null;
  /** Whether the filter of the layer keeps a row; null where it keeps all. */
  isShown: ((row: number) => boolean) | null;
}

/** The rows of a layer, piece by piece, with the columns named. */
export type ReadPieces = (names: readonly string[]) => Iterable<ChartPiece>;

/** The value of a row as a number; NaN where it is none. */
export function numberReader({ numbers, read }: PieceColumn): (row: number) => number {
  const finite = (value: number): number => (Number.isFinite(value) ? value : NaN);
  if (numbers) return (row) => finite(numbers[row]!);
  return (row) => {
    const value = read(row);
    return typeof value === 'number'
      ? finite(value)
      : typeof value === 'string' && isInt64Text(value)
        ? Number(value)
        : NaN;
  };
}

/** The value of a row as a text; null where it is empty. */
export function textReader({ codes, read }: PieceColumn): (row: number) => string | null {
  if (codes) return (row) => codes.texts[codes.codes[row]!] ?? null;
  return (row) => textOf(read(row));
}

/** A value as people read it; lists and objects by their JSON. */
function textOf(value: PropertyValue): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
