/** Height of a row without a reason under it, in pixels. */
export const rowHeight = 28;

/** A row that is higher than the others, by so many pixels. */
export interface TallRow {
  index: number;
  extra: number;
}

/** Pixels from the top of the tree to the top of a row. `tall` is ordered by index. */
export function offsetOf(index: number, tall: readonly TallRow[]): number {
  let offset = index * rowHeight;
  for (const row of tall) {
    if (row.index >= index) break;
    offset += row.extra;
  }
  return offset;
}

/** The row at a height of the tree; between 0 and the last of `count`. */
export function indexAt(offset: number, count: number, tall: readonly TallRow[]): number {
  let before = 0;
  for (const row of tall) {
    const end = (row.index + 1) * rowHeight + before + row.extra;
    if (offset < end) {
      const own = row.index * rowHeight + before;
      return offset >= own ? row.index : clamp(Math.floor((offset - before) / rowHeight), count);
    }
    before += row.extra;
  }
  return clamp(Math.floor((offset - before) / rowHeight), count);
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
