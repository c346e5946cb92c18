/** Height of a row of printed text, in pixels (`output.css`). */
export const rowHeight = 18;
/** Rows drawn beyond those in sight (NBK-074). */
const overscan = 50;
/** Browsers draw nothing that stands lower than some 16 million pixels. */
const tallest = 15_000_000;

/**
 * Which rows of a long text are drawn, and where. All in pixels but `first` and `last`, which are rows, `last` not
 * included.
 */
export interface RowWindow {
  first: number;
  last: number;
  top: number;
  height: number;
}

/**
 * The rows to draw of a text of rows of equal height, found without looking at any of them. A text too tall for the
 * browser is scrolled faster than the bar moves, so that its end is reached all the same.
 */
export function rowWindow(count: number, scrollTop: number, viewHeight: number): RowWindow {
  const whole = count * rowHeight;
  const height = Math.min(whole, tallest);
  const barRange = Math.max(0, height - viewHeight);
  const at = Math.min(Math.max(0, scrollTop), barRange);
  const offset = height === whole || barRange === 0 ? at : (at / barRange) * (whole - viewHeight);
  const first = Math.max(0, Math.floor(offset / rowHeight) - overscan);
  const last = Math.min(count, Math.ceil((offset + viewHeight) / rowHeight) + overscan);
  return { first, last, top: first * rowHeight - offset + at, height };
}
