import { crc32, deflateSync } from 'node:zlib';
import { alphaBit, blueBit, greenBit, letGo, redBit } from '@groma/raster';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Filters of PNG (third edition) §9.2: differences to the pixel on the left, and to the one above. */
const filter = { sub: 1, up: 2 } as const;
/** Pixels that are looked at to choose the filter of a row: one of so many. */
const lookEvery = 4;
/** Packed bytes come in pieces of this; most tiles are one. */
const pieceBytes = 256 * 1024;
/** The top bit of each byte of a word, and all others: without a borrow from byte to byte. */
const [topBits, lowBits] = [0x80808080, 0x7f7f7f7f];

/**
 * A PNG of red, green, blue and alpha. Tiles are packed once and read once, so it is packed fast: rows as differences,
 * then deflate at its first level. Where nothing is transparent alpha is left out.
 */
export function packPng(pixels: Uint8Array, width: number, height: number, hasAlpha: boolean): Uint8Array {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const channels = !hasAlpha || everyOpaque(pixels) ? 3 : 4;
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits of each, colours with or without alpha, and the one way to pack, filter and order that there is.
  head.set([8, channels === 3 ? 2 : 6], 8);
  const differences = asDifferences(words, width, height, channels);
  const packed = deflateSync(differences, { level: 1, memLevel: 9, chunkSize: pieceBytes });
  letGo(differences);
  return joined(signature, chunk('IHDR', head), chunk('IDAT', packed), chunk('IEND', new Uint8Array(0)));
}

function everyOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}

/** Rows as PNG filters them: the four bytes of a pixel are subtracted at once, and those that are wanted written. */
function asDifferences(words: Uint32Array, width: number, height: number, channels: 3 | 4): Uint8Array {
  const out = new Uint8Array((width * channels + 1) * height);
  let to = 0;
  for (let row = 0, at = 0; row < height; row += 1) {
    const isUp = row > 0 && roughness(words, at, width, width) < roughness(words, at, width, 1);
    out[to] = isUp ? filter.up : filter.sub;
    to += 1;
    let left = 0;
    for (const end = at + width; at < end; at += 1) {
      const word = words[at]!;
      const before = isUp ? words[at - width]! : left;
      const difference = ((word | topBits) - (before & lowBits)) ^ ((word ^ ~before) & topBits);
      left = word;
      out[to] = difference >>> redBit;
      out[to + 1] = difference >>> greenBit;
      out[to + 2] = difference >>> blueBit;
      if (channels === 4) out[to + 3] = difference >>> alphaBit;
      to += channels;
    }
  }
  return out;
}

/** How far the pixels of a row are from those `back` before them, by a part of them. */
function roughness(words: Uint32Array, from: number, width: number, back: number): number {
  let sum = 0;
  for (let at = from + 1; at < from + width; at += lookEvery) {
    const [word, before] = [words[at]!, words[at - back]!];
    sum +=
      Math.abs(((word >>> redBit) & 255) - ((before >>> redBit) & 255)) +
      Math.abs(((word >>> greenBit) & 255) - ((before >>> greenBit) & 255));
  }
  return sum;
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  for (let index = 0; index < 4; index += 1) bytes[4 + index] = name.charCodeAt(index);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crc32(bytes.subarray(4, content.length + 8)));
  return bytes;
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const part of parts) {
    whole.set(part, filled);
    filled += part.length;
  }
  return whole;
}
