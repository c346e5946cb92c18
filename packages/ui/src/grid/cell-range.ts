/** A cell by row index and place of its column among the shown data columns, both from 0. */
export interface CellPlace {
  row: number;
  column: number;
}

/** From the cell where it began to the one it reaches to. */
export interface CellRange {
  anchor: CellPlace;
  head: CellPlace;
}

/** The range as bounds, both ends counted. */
export function rangeBounds({ anchor, head }: CellRange): { top: number; bottom: number; left: number; right: number } {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

/** Whether the range holds more than one cell. */
export function isWide({ anchor, head }: CellRange): boolean {
  return anchor.row !== head.row || anchor.column !== head.column;
}

/** Whether a cell lies in the range. */
export function isInRange(range: CellRange, { row, column }: CellPlace): boolean {
  const { top, bottom, left, right } = rangeBounds(range);
  return row >= top && row <= bottom && column >= left && column <= right;
}

const steps: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The range after Shift and an arrow key, kept inside a table of `rows` × `columns`; undefined for any other key. */
export function extendedByKey(
  range: CellRange,
  key: string,
  rows: number,
  columns: number,
  direction: 'ltr' | 'rtl',
): CellRange | undefined {
  const step = steps[key];
  if (!step) return undefined;
  const across = direction === 'rtl' ? -step[1] : step[1];
  const row = Math.min(rows - 1, Math.max(0, range.head.row + step[0]));
  const column = Math.min(columns - 1, Math.max(0, range.head.column + across));
  return { anchor: range.anchor, head: { row, column } };
}
