import { RasterError } from '../raster-error.ts';
import type { Picture } from '../warp/read-picture.ts';
import type { Values } from '../warp/resample.ts';
import { alphaBit, blueBit, greenBit, redBit } from './pixel-word.ts';

/** Values that become 0 and 255. */
export type Range = readonly [from: number, to: number];

/** 256 colours as red, green, blue, alpha of 0 to 255, over the stretched range. */
export type ColourTable = Uint8Array;

/** Colours of single values, or of ranges from `from` up to but not including `to`. */
export interface ColourSteps {
  steps: readonly { from: number; to: number; colour: readonly [number, number, number, number] }[];
}

/**
 * Paints a picture of one band (grey, or through colours) or of three (red, green, blue).
 * @param ranges one for all bands or one for each; without one values are taken as they are, from 0 to 255
 * @returns red, green, blue, alpha by pixels; transparent where there is no data
 * @throws RasterError BAD_REQUEST for another number of bands
 */
export function paint(
  { width, height, bands, valid }: Picture,
  ranges: readonly Range[] | null,
  colours: ColourTable | ColourSteps | null,
): Uint8Array {
  if (bands.length !== 1 && bands.length !== 3)
    throw new RasterError('BAD_REQUEST', `A picture is made of one band or of three, not of ${bands.length}.`);
  const pixels = new Uint8Array(width * height * 4);
  if (bands.length === 1 && colours && 'steps' in colours) paintSteps(bands[0]!, valid, colours, pixels);
  else if (bands.length === 1 && colours)
    paintTable(stretched(bands[0]!, ranges?.[0]), bands[0]!, valid, colours as ColourTable, pixels);
  else {
    const [red, green, blue] = bands.map((band, index) => stretched(band, ranges?.[index] ?? ranges?.[0]));
    paintBytes(red!, green ?? red!, blue ?? red!, valid, pixels);
  }
  return pixels;
}

function paintBytes(
  red: Uint8ClampedArray,
  green: Uint8ClampedArray,
  blue: Uint8ClampedArray,
  valid: Uint8Array,
  pixels: Uint8Array,
): void {
  const words = new Uint32Array(pixels.buffer);
  for (let pixel = 0; pixel < words.length; pixel += 1) {
    const alpha = valid[pixel]!;
    if (alpha !== 0)
      words[pixel] =
        (red[pixel]! << redBit) | (green[pixel]! << greenBit) | (blue[pixel]! << blueBit) | (alpha << alphaBit);
  }
}

/** Linear from a range to 0 to 255, cut at both ends. */
function stretched(values: Values, range: Range | undefined): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(values.length);
  const [from, to] = range ?? [0, 255];
  const scale = to === from ? 0 : 255 / (to - from);
  // The array rounds halves to even and cuts.
  for (let index = 0; index < values.length; index += 1) bytes[index] = Math.floor((values[index]! - from) * scale);
  return bytes;
}

function paintTable(
  bytes: Uint8ClampedArray,
  values: Values,
  valid: Uint8Array,
  table: ColourTable,
  pixels: Uint8Array,
): void {
  const words = new Uint32Array(pixels.buffer);
  const colours = new Uint32Array(Uint8Array.from(table).buffer);
  for (let pixel = 0; pixel < bytes.length; pixel += 1) {
    if (valid[pixel] === 0 || Number.isNaN(values[pixel]!)) continue;
    words[pixel] = colours[bytes[pixel]!]!;
    if (valid[pixel] !== 255) pixels[pixel * 4 + 3] = Math.round((pixels[pixel * 4 + 3]! * valid[pixel]!) / 255);
  }
}

function paintSteps(values: Values, valid: Uint8Array, { steps }: ColourSteps, pixels: Uint8Array): void {
  const order = steps.toSorted((a, b) => a.from - b.from);
  for (let pixel = 0; pixel < values.length; pixel += 1) {
    if (valid[pixel] === 0) continue;
    const step = stepOf(order, values[pixel]!);
    if (step) pixels.set(step.colour, pixel * 4);
  }
}

function stepOf(order: ColourSteps['steps'], value: number): ColourSteps['steps'][number] | null {
  let [low, high] = [0, order.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const step = order[middle]!;
    if (value < step.from) high = middle - 1;
    else if (value >= step.to && !(step.from === step.to && value === step.from)) low = middle + 1;
    else return step;
  }
  return null;
}
