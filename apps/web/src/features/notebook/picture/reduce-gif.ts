import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { readGif, type WholeFrame } from './gif-frames.ts';
import { pictureSize } from './picture-size.ts';

/**
 * Each picture is shown at least so long: GIF counts hundredths of a second, and 9 of them are just under 12 a second
 * (NBK-046).
 */
const shortestDelay = 90;
/** Colours of the whole animation, see-through among them (NBK-047). */
const mostColours = 15;
/** So many pixels are looked at to choose the colours. */
const mostSampled = 1_000_000;

/**
 * Reduces a GIF to at most 12 pictures a second, 15 colours, and 1,000 px at its longest side (NBK-046 to NBK-048).
 * @throws Error when it is no GIF, or too large to be read
 */
export function reduceGif(bytes: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const { width, height, frames, repeat } = readGif(bytes);
  const size = pictureSize(width, height);
  const kept = [...slower(frames, (pixels) => shrink(pixels, width, height, size.width, size.height))];
  const isSeeThrough = kept.some(({ pixels }) => pixels.some((value, index) => index % 4 === 3 && value < 128));
  const format = isSeeThrough ? 'rgba4444' : 'rgb565';
  const palette = quantize(sample(kept), mostColours, { format, oneBitAlpha: isSeeThrough, clearAlpha: isSeeThrough });
  const clear = isSeeThrough ? palette.findIndex((colour) => colour[3] === 0) : -1;
  const encoder = GIFEncoder();
  for (const [index, { pixels, delay }] of kept.entries()) {
    encoder.writeFrame(applyPalette(pixels, palette, format), size.width, size.height, {
      ...(index === 0 && { palette, repeat: kept.length > 1 ? repeat : -1 }),
      delay,
      ...(clear >= 0 && { transparent: true, transparentIndex: clear, dispose: 2 }),
    });
  }
  encoder.finish();
  return encoder.bytes();
}

/** Leaves out pictures that come too soon after the last; the time they were to be shown goes to the one before. */
function* slower(
  frames: Iterable<WholeFrame>,
  take: (pixels: Uint8ClampedArray) => Uint8ClampedArray,
): Iterable<WholeFrame> {
  let last: WholeFrame | null = null;
  for (const { pixels, delay } of frames) {
    if (last && last.delay < shortestDelay) {
      last.delay += delay;
      continue;
    }
    if (last) yield last;
    last = { pixels: take(pixels), delay };
  }
  if (last) yield { ...last, delay: Math.max(last.delay, shortestDelay) };
}

/** Each pixel is the mean of those it stands for, or see-through where most of them are. */
export function shrink(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
): Uint8ClampedArray {
  if (width === toWidth && height === toHeight) return pixels.slice();
  const out = new Uint8ClampedArray(toWidth * toHeight * 4);
  for (let y = 0; y < toHeight; y += 1) {
    const [top, bottom] = span(y, height, toHeight);
    for (let x = 0; x < toWidth; x += 1) {
      const [left, right] = span(x, width, toWidth);
      out.set(mean(pixels, width, left, right, top, bottom), (y * toWidth + x) * 4);
    }
  }
  return out;
}

function span(at: number, from: number, to: number): [number, number] {
  const start = Math.floor((at * from) / to);
  return [start, Math.max(start + 1, Math.floor(((at + 1) * from) / to))];
}

function mean(
  pixels: Uint8ClampedArray,
  width: number,
  left: number,
  right: number,
  top: number,
  bottom: number,
): [number, number, number, number] {
  let [red, green, blue, solid] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 4, end = (y * width + right) * 4; at < end; at += 4) {
      if ((pixels[at + 3] ?? 0) < 128) continue;
      red += pixels[at] ?? 0;
      green += pixels[at + 1] ?? 0;
      blue += pixels[at + 2] ?? 0;
      solid += 1;
    }
  }
  return solid * 2 < (right - left) * (bottom - top) ? [0, 0, 0, 0] : [red / solid, green / solid, blue / solid, 255];
}

function sample(frames: readonly WholeFrame[]): Uint8ClampedArray {
  const all = frames.reduce((sum, { pixels }) => sum + pixels.length / 4, 0);
  const step = Math.max(1, Math.ceil(all / mostSampled));
  const taken = new Uint8ClampedArray(Math.ceil(all / step) * 4);
  let [at, count] = [0, 0];
  for (const { pixels } of frames) {
    for (let pixel = 0; pixel < pixels.length; pixel += 4, count += 1) {
      if (count % step !== 0) continue;
      taken.set(pixels.subarray(pixel, pixel + 4), at);
      at += 4;
    }
  }
  return taken.subarray(0, at);
}
