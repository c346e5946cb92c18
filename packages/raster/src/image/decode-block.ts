import { RasterError } from '../raster-error.ts';
import { decoderFor, type Decoders } from '../codec/decoder.ts';
import { undoDifferences, undoFloatDifferences } from '../codec/predictor.ts';
import { isBitPacked, isInk, type ImageLayout } from './image-layout.ts';
import { sampleBytes, type Samples, type SampleType } from './sample-type.ts';

/** Whether this machine stores the low byte first. */
const isLittleHere = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * The samples of one block, row by row, the bands of a pixel side by side where the image is not planar.
 * @param rows rows of the block that lie inside the image; a strip at the end has fewer
 * @returns rows × block width × samples
 * @throws RasterError DAMAGED, UNSUPPORTED
 */
export async function decodeBlock(
  layout: ImageLayout,
  packed: Uint8Array,
  rows: number,
  decoders: Decoders,
): Promise<Samples> {
  const samples = layout.isPlanar ? 1 : layout.samples;
  const rowSamples = layout.blockWidth * samples;
  const rowBytes = isBitPacked(layout)
    ? Math.ceil((rowSamples * layout.bits) / 8)
    : rowSamples * sampleBytes[layout.type];
  const bytes = rowBytes * rows;
  const mostHeight = Math.max(rows, layout.writtenRows);
  const shape = {
    layout,
    width: layout.blockWidth,
    height: rows,
    samples,
    bytes,
    mostHeight,
    mostBytes: rowBytes * mostHeight,
  };
  const raw = await unpack(layout, packed, shape, decoders);
  if (isBitPacked(layout)) return unpackBits(raw, layout.bits, rowSamples, rows);
  if (isInk(layout)) return asColours(layout, raw);
  if (layout.predictor === 3)
    return asSamples(
      undoFloatDifferences(new Uint8Array(raw), rowSamples, sampleBytes[layout.type], samples),
      layout.type,
    );
  const isOrdered =
    layout.isLittle === isLittleHere || sampleBytes[layout.type] === 1 || isOwnOrder(layout.compression);
  const ordered = isOrdered ? owned(raw, packed) : swapped(raw, sampleBytes[layout.type]);
  if (layout.predictor !== 2) return asSamples(ordered, layout.type);
  const words = wordsOf(ordered, layout.type);
  undoDifferences(words, rowSamples, samples);
  return asSamples(ordered, layout.type);
}

/** Pictures within pictures give their samples in the order of this machine. */
function isOwnOrder(compression: number): boolean {
  return compression === 7 || compression === 34887 || compression === 50001;
}

async function unpack(
  layout: ImageLayout,
  packed: Uint8Array,
  shape: Parameters<ReturnType<typeof decoderFor>>[1],
  decoders: Decoders,
): Promise<Uint8Array> {
  let raw: Uint8Array;
  try {
    raw = await decoderFor(layout, decoders)(layout.isTurned ? turned(packed) : packed, shape);
  } catch (error) {
    throw error instanceof RasterError
      ? error
      : new RasterError('DAMAGED', 'A block of the file is damaged.', { cause: error });
  }
  if (raw.length >= shape.bytes) return raw.length === shape.bytes ? raw : raw.subarray(0, shape.bytes);
  // Some writers leave out the rows of the last tiles that lie below the image: what is missing is 0.
  const padded = new Uint8Array(shape.bytes);
  padded.set(raw);
  return padded;
}

/** The bytes with their bits the other way round. */
function turned(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => {
    const halves = (byte << 4) | (byte >> 4);
    const pairs = ((halves & 0x33) << 2) | ((halves & 0xcc) >> 2);
    return ((pairs & 0x55) << 1) | ((pairs & 0xaa) >> 1);
  });
}

/**
 * Bytes of our own at an address that words may begin at: differences are undone in place, and a slice keeps a whole
 * read alive.
 */
function owned(raw: Uint8Array, packed: Uint8Array): Uint8Array {
  return raw.buffer === packed.buffer || raw.byteOffset % 8 !== 0 ? new Uint8Array(raw) : raw;
}

function swapped(raw: Uint8Array, width: number): Uint8Array {
  const out = new Uint8Array(raw.length);
  for (let at = 0; at + width <= raw.length; at += width)
    for (let byte = 0; byte < width; byte += 1) out[at + byte] = raw[at + width - 1 - byte]!;
  return out;
}

/** Samples of any number of bits below 16, the highest bit first; each row begins with a byte. */
function unpackBits(raw: Uint8Array, bits: number, rowSamples: number, rows: number): Uint8Array | Uint16Array {
  const out = bits < 8 ? new Uint8Array(rowSamples * rows) : new Uint16Array(rowSamples * rows);
  const [rowBytes, mask] = [Math.ceil((rowSamples * bits) / 8), (1 << bits) - 1];
  for (let row = 0, to = 0; row < rows; row += 1) {
    let [at, held, heldBits] = [row * rowBytes, 0, 0];
    for (let index = 0; index < rowSamples; index += 1, to += 1) {
      for (; heldBits < bits; heldBits += 8, at += 1) held = ((held << 8) | raw[at]!) & 0xffffff;
      heldBits -= bits;
      out[to] = (held >> heldBits) & mask;
    }
  }
  return out;
}

/** Cyan, magenta, yellow and black as red, green, blue and full alpha. */
function asColours(layout: ImageLayout, raw: Uint8Array): Uint8Array {
  const inks = new Uint8Array(raw);
  if (layout.predictor === 2) undoDifferences(inks, layout.blockWidth * 4, 4);
  for (let at = 0; at < inks.length; at += 4) {
    const light = 255 - inks[at + 3]!;
    for (let ink = 0; ink < 3; ink += 1) inks[at + ink] = Math.floor(((255 - inks[at + ink]!) * light) / 255);
    inks[at + 3] = 255;
  }
  return inks;
}

/** The words that differences were taken between: of floating point its bit patterns. */
function wordsOf(bytes: Uint8Array, type: SampleType): Samples | BigUint64Array {
  const { buffer, byteOffset, length } = bytes;
  switch (sampleBytes[type]) {
    case 1:
      return bytes;
    case 2:
      return new Uint16Array(buffer, byteOffset, length >> 1);
    case 4:
      return new Uint32Array(buffer, byteOffset, length >> 2);
    default:
      return new BigUint64Array(buffer, byteOffset, length >> 3);
  }
}

function asSamples(bytes: Uint8Array, type: SampleType): Samples {
  const { buffer, byteOffset, length } = bytes;
  switch (type) {
    case 'uint8':
      return bytes;
    case 'int8':
      return new Int8Array(buffer, byteOffset, length);
    case 'uint16':
      return new Uint16Array(buffer, byteOffset, length >> 1);
    case 'int16':
      return new Int16Array(buffer, byteOffset, length >> 1);
    case 'uint32':
      return new Uint32Array(buffer, byteOffset, length >> 2);
    case 'int32':
      return new Int32Array(buffer, byteOffset, length >> 2);
    case 'float16':
      return Float32Array.from(new Uint16Array(buffer, byteOffset, length >> 1), halfToFloat);
    case 'float32':
      return new Float32Array(buffer, byteOffset, length >> 2);
    case 'float64':
      return new Float64Array(buffer, byteOffset, length >> 3);
    case 'uint64':
      return Float64Array.from(new BigUint64Array(buffer, byteOffset, length >> 3), Number);
    case 'int64':
      return Float64Array.from(new BigInt64Array(buffer, byteOffset, length >> 3), Number);
  }
}

/** IEEE 754 binary16. */
function halfToFloat(half: number): number {
  const [sign, exponent, fraction] = [half & 0x8000 ? -1 : 1, (half >> 10) & 31, half & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * 2 ** -24 * fraction : sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}
