import type { GridApi } from 'ag-grid-community';

const lines = 1;
const pages = 2;
const bufferRows = 10;

/** Heights in pixels: of a row, of all rows, of the part that is in sight, and how far the browser scrolls. */
export interface ScrollSizes {
  row: number;
  all: number;
  sight: number;
  most: number;
}

/** Rows are more than a browser scrolls, so that a pixel of its scroll bar is several of theirs. */
export function isStretched({ all, sight, most }: ScrollSizes): boolean {
  return all - sight > most + 1;
}

/** Where the browser has to scroll to, so that rows from a place on are in sight or a little further on. */
export function scrollFor(top: number, { all, sight, most }: ScrollSizes): number {
  return Math.floor((top / (all - sight)) * most);
}

/** How far a turn of the wheel is meant to go, in pixels of rows. */
export function wheelDistance(
  { deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>,
  { row, sight }: ScrollSizes,
): number {
  return deltaMode === lines ? deltaY * row : deltaMode === pages ? deltaY * sight : deltaY;
}

/**
 * Rows beyond what is in sight that have to be there, so that moving by less than a pixel of the scroll bar finds some.
 */
export function rowBuffer(rowCount: number, mostPixels: number): number {
  return bufferRows + Math.ceil(rowCount / mostPixels);
}

/**
 * Scrolls by rows where the browser cannot: it scrolls no more than some sixteen million pixels, so that beyond 600,000
 * rows each of its pixels would leave rows out. What a pixel cannot say is added as a move of the rows drawn.
 */
export class RowScroll {
  readonly #api: GridApi;
  readonly #viewport: HTMLElement;
  readonly #stop = new AbortController();
  /** Pixel of all rows that is to be the first in sight; undefined where the scroll bar says it. */
  #wanted: number | undefined;
  /** By how much the rows drawn are moved up. */
  #moved = 0;
  #scrolledTo = -1;

  constructor(api: GridApi, viewport: HTMLElement) {
    this.#api = api;
    this.#viewport = viewport;
    const { signal } = this.#stop;
    viewport.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false, signal });
    viewport.addEventListener('scroll', () => this.#onScroll(), { signal });
    viewport.addEventListener('focusin', (event) => this.#showFocused(event.target as HTMLElement), { signal });
  }

  destroy(): void {
    this.#stop.abort();
  }

  #onWheel(event: WheelEvent): void {
    const sizes = this.#sizes();
    if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || !isStretched(sizes))
      return;
    event.preventDefault();
    this.#moveBy(wheelDistance(event, sizes), sizes);
  }

  #moveBy(distance: number, sizes: ScrollSizes): void {
    const top = this.#wanted ?? this.#drawnTop(sizes);
    if (top === undefined) return;
    this.#wanted = Math.max(0, Math.min(sizes.all - sizes.sight, top + distance));
    const next = scrollFor(this.#wanted, sizes);
    if (next === this.#viewport.scrollTop) return void this.#settle();
    this.#viewport.scrollTop = next;
    this.#scrolledTo = this.#viewport.scrollTop;
  }

  #onScroll(): void {
    if (this.#viewport.scrollTop !== this.#scrolledTo) {
      this.#wanted = undefined;
      this.#scrolledTo = -1;
      this.#move(0);
    } else if (this.#wanted !== undefined) {
      // The grid draws its rows in this frame, asked before.
      requestAnimationFrame(() => this.#settle());
    }
  }

  /** Moves the rows drawn by what is missing. */
  #settle(): void {
    if (this.#wanted === undefined || this.#api.isDestroyed()) return;
    const sizes = this.#sizes();
    const top = this.#drawnTop(sizes);
    if (top !== undefined) this.#move(this.#moved + this.#wanted - top);
  }

  #move(distance: number): void {
    const next = Math.round(distance);
    if (next === this.#moved) return;
    this.#moved = next;
    this.#viewport.style.setProperty('--g-grid-moved', `${-next}px`);
  }

  /** The pixel of all rows that is the first in sight, as the rows lie. */
  #drawnTop({ row }: ScrollSizes): number | undefined {
    const drawn = this.#viewport.querySelector<HTMLElement>('.ag-row[row-index]');
    if (!drawn) return undefined;
    return Number(drawn.getAttribute('row-index')) * row - (drawn.getBoundingClientRect().top - this.#edges().top);
  }

  /** A cell that was gone to by the keyboard may be beyond the edge by as little as a pixel of the scroll bar is. */
  #showFocused(cell: HTMLElement): void {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.#api.isDestroyed() || !cell.isConnected || !cell.closest('.ag-row')) return;
        const sizes = this.#sizes();
        if (!isStretched(sizes)) return;
        const box = cell.getBoundingClientRect();
        const { top, bottom } = this.#edges();
        if (box.bottom > bottom) this.#moveBy(Math.ceil(box.bottom - bottom), sizes);
        else if (box.top < top) this.#moveBy(Math.floor(box.top - top), sizes);
      }),
    );
  }

  #edges(): { top: number; bottom: number } {
    const top =
      this.#viewport.querySelector('.ag-header')?.getBoundingClientRect().bottom ??
      this.#viewport.getBoundingClientRect().top;
    return { top, bottom: top + this.#sight() };
  }

  #sight(): number {
    const { top, bottom } = this.#api.getVerticalPixelRange();
    return bottom - top;
  }

  #sizes(): ScrollSizes {
    const row = this.#api.getSizesForCurrentTheme().rowHeight;
    return {
      row,
      all: this.#api.getDisplayedRowCount() * row,
      sight: this.#sight(),
      most: this.#viewport.scrollHeight - this.#viewport.clientHeight,
    };
  }
}
