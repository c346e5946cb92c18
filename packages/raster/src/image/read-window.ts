import { samplesOf, type Samples } from './sample-type.ts';
import type { PixelWindow, TiffImage } from './tiff-image.ts';

/** A window of an image: for each band asked for, width × height samples by rows. */
export interface WindowSamples {
  width: number;
  height: number;
  bands: Samples[];
  /** 0 where the file left a whole block out, 255 elsewhere; null when nothing was left out. */
  stored: Uint8Array | null;
}

/**
 * Reads a window of some bands.
 * @param window inside the image
 * @param bands from 0
 */
export async function readWindow(
  image: TiffImage,
  window: PixelWindow,
  bands: readonly number[],
  signal?: AbortSignal,
): Promise<WindowSamples> {
  const { type } = image.layout;
  const numbers = image.blocksOf(window, bands);
  const read: WindowSamples = {
    width: window.width,
    height: window.height,
    bands: bands.map(() => samplesOf(type, window.width * window.height)),
    stored: null,
  };
  const { blocksAtOnce } = image;
  for (let first = 0; first < numbers.length; first += blocksAtOnce) {
    // oxlint-disable-next-line no-await-in-loop
    await image.useBlocks(
      numbers.slice(first, first + blocksAtOnce),
      (blocks) => {
        takeBlocks(image, blocks, window, bands, read);
      },
      signal,
    );
  }
  return read;
}

function takeBlocks(
  image: TiffImage,
  blocks: ReadonlyMap<number, Samples | null>,
  window: PixelWindow,
  bands: readonly number[],
  read: WindowSamples,
): void {
  const { layout } = image;
  for (const [block, samples] of blocks) {
    const area = areaOf(image, block, window);
    if (!samples) markMissing(read, area);
    else if (layout.isPlanar) {
      const plane = Math.floor(block / (layout.blocksAcross * layout.blocksDown));
      bands.forEach((band, index) => {
        if (band === plane) copyBand(samples, 0, 1, area, read.bands[index]!, window.width, layout.blockWidth);
      });
    } else
      bands.forEach((band, index) =>
        copyBand(samples, band, layout.samples, area, read.bands[index]!, window.width, layout.blockWidth),
      );
  }
}

/** The part of a block that lies in a window: where it begins in both, and its size. */
interface Area {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  width: number;
  height: number;
}

function areaOf({ layout }: TiffImage, block: number, window: PixelWindow): Area {
  const inPlane = block % (layout.blocksAcross * layout.blocksDown);
  const [left, top] = [
    (inPlane % layout.blocksAcross) * layout.blockWidth,
    Math.floor(inPlane / layout.blocksAcross) * layout.blockHeight,
  ];
  const [x, y] = [Math.max(left, window.x), Math.max(top, window.y)];
  return {
    fromX: x - left,
    fromY: y - top,
    toX: x - window.x,
    toY: y - window.y,
    width: Math.min(left + layout.blockWidth, window.x + window.width) - x,
    height: Math.min(top + layout.blockHeight, window.y + window.height) - y,
  };
}

function copyBand(
  from: Samples,
  band: number,
  stride: number,
  area: Area,
  to: Samples,
  toWidth: number,
  fromWidth: number,
): void {
  for (let row = 0; row < area.height; row += 1) {
    const start = (area.fromY + row) * fromWidth + area.fromX;
    const target = (area.toY + row) * toWidth + area.toX;
    if (stride === 1) to.set(from.subarray(start, start + area.width) as never, target);
    else
      for (let index = 0, at = start * stride + band; index < area.width; index += 1, at += stride)
        to[target + index] = from[at]!;
  }
}

function markMissing(read: WindowSamples, { toX, toY, width, height }: Area): void {
  read.stored ??= new Uint8Array(read.width * read.height).fill(255);
  for (let row = toY; row < toY + height; row += 1)
    read.stored.fill(0, row * read.width + toX, row * read.width + toX + width);
}
