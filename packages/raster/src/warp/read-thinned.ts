import { letGo } from '../image/let-go.ts';
import { readWindow, type WindowSamples } from '../image/read-window.ts';
import { sampleBytes, samplesOf } from '../image/sample-type.ts';
import type { PixelWindow, TiffImage } from '../image/tiff-image.ts';

/** Part of the memory for reading that one row of blocks takes. */
const stripShare = 1 / 8;

/**
 * Reads one pixel of every `step`, across and down, of a window, row of blocks by row of blocks, so that a file without
 * overviews fills no memory, however large it is.
 * @param part the window in pixels of the thinned image
 * @param step pixels from one to the next
 */
export async function readThinned(
  image: TiffImage,
  part: PixelWindow,
  step: number,
  bands: readonly number[],
  signal?: AbortSignal,
): Promise<WindowSamples> {
  const { layout } = image;
  const thin: WindowSamples = {
    width: part.width,
    height: part.height,
    bands: bands.map(() => samplesOf(layout.type, part.width * part.height)),
    stored: null,
  };
  // As many columns at once as fit beside each other into the memory for reading; where blocks lie between two of them,
  // each by itself.
  const stripBytes = layout.blockHeight * step * (bands.length + 1) * sampleBytes[layout.type];
  const columns =
    step > layout.blockWidth ? 1 : Math.max(1, Math.floor((image.work.capacity * stripShare) / stripBytes));
  const rowAt = (row: number): number => Math.min(layout.height - 1, (part.y + row) * step + (step >> 1));
  for (let row = 0; row < part.height;) {
    const top = Math.floor(rowAt(row) / layout.blockHeight) * layout.blockHeight;
    const end = Math.min(layout.height, top + layout.blockHeight);
    let until = row;
    while (until < part.height && rowAt(until) < end) until += 1;
    for (let column = 0; column < part.width; column += columns) {
      const count = Math.min(columns, part.width - column);
      const x =
        columns === 1 ? Math.min(layout.width - 1, (part.x + column) * step + (step >> 1)) : (part.x + column) * step;
      const width = columns === 1 ? 1 : Math.min(layout.width, x + count * step) - x;
      // One row of blocks at a time is the point.
      // oxlint-disable-next-line no-await-in-loop
      const read = await readWindow(
        image,
        { x, y: rowAt(row), width, height: rowAt(until - 1) - rowAt(row) + 1 },
        bands,
        signal,
      );
      for (let at = row; at < until; at += 1)
        takeRow(read, (rowAt(at) - rowAt(row)) * read.width, thin, at * part.width + column, count, step);
      for (const used of read.bands) letGo(used);
    }
    row = until;
  }
  return thin;
}

function takeRow(
  read: WindowSamples,
  from: number,
  thin: WindowSamples,
  to: number,
  count: number,
  step: number,
): void {
  if (read.stored && !thin.stored) thin.stored = new Uint8Array(thin.width * thin.height).fill(255);
  for (let column = 0; column < count; column += 1) {
    const at = from + Math.min(read.width - 1, column * step + (step >> 1));
    thin.bands.forEach((band, index) => {
      band[to + column] = read.bands[index]![at]!;
    });
    if (thin.stored && read.stored) thin.stored[to + column] = read.stored[at]!;
  }
}
