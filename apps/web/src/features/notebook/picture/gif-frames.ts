import { decompressFrames, parseGIF, type ParsedFrame, type ParsedGif } from 'gifuct-js';

/** A whole picture of an animation: RGBA bytes, and how long it is shown, in milliseconds. */
export interface WholeFrame {
  pixels: Uint8ClampedArray;
  delay: number;
}
interface Animation {
  width: number;
  height: number;
  frames: Iterable<WholeFrame>;
  /** As the encoder takes it: 0 for ever, -1 once. */ repeat: number;
}

/** More than this many pixels of all pictures together is not worth the memory of the person's machine. */
const mostPixels = 600_000_000;
/** Shorter delays are shown by browsers as a tenth of a second. */
const shortestDelay = 20;
const usualDelay = 100;

/**
 * Reads a GIF: its pictures one after the other, each whole, as a browser draws them (disposal methods of GIF89a §23).
 * @throws Error when it is none, or too large
 */
export function readGif(bytes: ArrayBuffer): Animation {
  const gif = parseGIF(bytes);
  const { width, height } = gif.lsd;
  const pictures = gif.frames.filter((frame) => 'image' in frame).length;
  if (width < 1 || height < 1 || pictures === 0) throw new Error('The file holds no picture.');
  if (width * height * pictures > mostPixels) throw new Error('The animation is too large.');
  return { width, height, repeat: repeatOf(gif), frames: compose(decompressFrames(gif, true), width, height) };
}

function* compose(frames: readonly ParsedFrame[], width: number, height: number): Iterable<WholeFrame> {
  let ground = new Uint8ClampedArray(width * height * 4);
  for (const frame of frames) {
    const before = frame.disposalType === 3 ? ground.slice() : null;
    draw(frame, ground, width, height);
    const delay = frame.delay >= shortestDelay ? frame.delay : usualDelay;
    yield { pixels: ground, delay };
    if (before) ground = before;
    else if (frame.disposalType === 2) clear(frame, ground, width, height);
  }
}

function draw({ dims, patch }: ParsedFrame, ground: Uint8ClampedArray, width: number, height: number): void {
  for (let row = 0; row < dims.height && dims.top + row < height; row += 1) {
    for (let column = 0; column < dims.width && dims.left + column < width; column += 1) {
      const from = (row * dims.width + column) * 4;
      if (patch[from + 3] === 0) continue;
      ground.set(patch.subarray(from, from + 4), ((dims.top + row) * width + dims.left + column) * 4);
    }
  }
}

function clear({ dims }: ParsedFrame, ground: Uint8ClampedArray, width: number, height: number): void {
  const end = Math.min(width, dims.left + dims.width);
  for (let row = dims.top; row < Math.min(height, dims.top + dims.height); row += 1)
    ground.fill(0, (row * width + dims.left) * 4, (row * width + end) * 4);
}

function repeatOf({ frames }: ParsedGif): number {
  for (const frame of frames) {
    if (!('application' in frame) || !frame.application.id.startsWith('NETSCAPE')) continue;
    const [, low = 0, high = 0] = Array.from(frame.application.blocks);
    return low + high * 256;
  }
  return -1;
}
