import { crc32, deflateSync } from 'node:zlib';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Filters of PNG (third edition) §9.2: differences to the pixel on the left, and to the one above. */
const filter = { sub: 1, up: 2 } as const;
/** Pixels that are looked at to choose the filter of a row: one of so many. */
const lookEvery = 4;

/**
 * A PNG of red, green, blue and alpha. Tiles are packed once and read once, so it is packed fast: rows as differences,
 * then deflate at its first level. Where nothing is transparent alpha is left out.
 */
export function packPng(pixels: Uint8Array, width: number, height: number, hasAlpha: boolean): Uint8Array {
  const isOpaque = !hasAlpha || everyOpaque(pixels);
  const channels = isOpaque ? 3 : 4;
  const rows = isOpaque ? withoutAlpha(pixels) : pixels;
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits of each, colours with or without alpha, and the one way to pack, filter and order that there is.
  head.set([8, isOpaque ? 2 : 6], 8);
  const packed = deflateSync(asDifferences(rows, width * channels, height, channels), { level: 1, memLevel: 9 });
  return joined(signature, chunk('IHDR', head), chunk('IDAT', packed), chunk('IEND', new Uint8Array(0)));
}

function everyOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}

function withoutAlpha(pixels: Uint8Array): Uint8Array {
  const colours = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    colours[to] = pixels[from]!;
    colours[to + 1] = pixels[from + 1]!;
    colours[to + 2] = pixels[from + 2]!;
  }
  return colours;
}

function asDifferences(rows: Uint8Array, rowBytes: number, height: number, channels: number): Uint8Array {
  const out = new Uint8Array((rowBytes + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const [from, to] = [row * rowBytes, row * (rowBytes + 1) + 1];
    const isUp = row > 0 && roughness(rows, from, rowBytes, channels, rowBytes) < roughness(rows, from, rowBytes, channels, channels);
    out[to - 1] = isUp ? filter.up : filter.sub;
    const back = isUp ? rowBytes : channels;
    if (!isUp) out.set(rows.subarray(from, from + channels), to);
    for (let index = isUp ? 0 : channels; index < rowBytes; index += 1) out[to + index] = rows[from + index]! - rows[from + index - back]!;
  }
  return out;
}

/** How far the pixels of a row are from those `back` bytes before them, by a part of them. */
function roughness(rows: Uint8Array, from: number, rowBytes: number, channels: number, back: number): number {
  let sum = 0;
  for (let index = channels; index < rowBytes; index += channels * lookEvery) sum += Math.abs(rows[from + index]! - rows[from + index - back]!) + Math.abs(rows[from + index + 1]! - rows[from + index + 1 - back]!);
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
