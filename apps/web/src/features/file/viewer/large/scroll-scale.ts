/** Pixels a scrolled element is made at most: browsers end near 33 million. */
export const tallestPixels = 10_000_000;
export const rowPixels = 19;

/** How a list of any length is scrolled: the bar's place and the first row in sight, each from the other. */
export interface ScrollScale {
  /** Height of what is scrolled, in pixels. */
  height: number;
  /** Furthest first row. */
  lastTop: number;
  topOf(scrollTop: number): number;
  scrollOf(top: number): number;
}

/** Rows above that are drawn or cut when the first row in sight is not at its edge. */
export function scrollScale(rowCount: number, viewPixels: number): ScrollScale {
  const whole = rowCount * rowPixels;
  const height = Math.min(Math.max(whole, viewPixels), tallestPixels);
  const lastTop = Math.max(0, rowCount - viewPixels / rowPixels);
  const range = Math.max(0, height - viewPixels);
  return {
    height,
    lastTop,
    topOf: (scrollTop) => (range === 0 ? 0 : Math.min(1, scrollTop / range) * lastTop),
    scrollOf: (top) => (lastTop === 0 ? 0 : (top / lastTop) * range),
  };
}
