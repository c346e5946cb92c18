import { RasterError } from '../raster-error.ts';

const [clearCode, endCode, firstCode, mostCodes] = [256, 257, 258, 4_096];

/**
 * LZW as TIFF 6.0 §13 packs it: codes of 9 to 12 bits, high bit first, that grow one code early. Before TIFF 6.0 some
 * wrote them low bit first and let them grow in time: such a block is known by how the code that it begins with lies.
 * @param length bytes that come out; what is longer is cut
 * @throws RasterError DAMAGED for a code that cannot be
 */
export function unpackLzw(packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  const isOld = packed.length > 1 && packed[0] === 0 && (packed[1]! & 1) === 1;
  const early = isOld ? 0 : 1;
  // An entry is a stretch of what came out already: the string before it and one byte more.
  const starts = new Uint32Array(mostCodes);
  const lengths = new Uint16Array(mostCodes);
  let [filled, next, bits, held, heldBits, before] = [0, firstCode, 9, 0, 0, -1];
  let [beforeAt, beforeLength] = [0, 0];
  for (let index = 0; filled < length;) {
    while (heldBits < bits) {
      if (index >= packed.length) return out;
      held = isOld ? held | (packed[index]! << heldBits) : ((held << 8) | packed[index]!) & 0xffffff;
      heldBits += 8;
      index += 1;
    }
    const code = (isOld ? held : held >> (heldBits - bits)) & ((1 << bits) - 1);
    if (isOld) held >>= bits;
    heldBits -= bits;
    if (code === endCode) break;
    if (code === clearCode) {
      [next, bits, before] = [firstCode, 9, -1];
      continue;
    }
    const at = filled;
    let size: number;
    if (code < 256) {
      out[filled] = code;
      size = 1;
    } else if (code < next && code >= firstCode) {
      size = lengths[code]!;
      copyWithin(out, starts[code]!, filled, size);
    } else if (code === next && before >= 0) {
      size = beforeLength + 1;
      copyWithin(out, beforeAt, filled, beforeLength);
      if (filled + beforeLength < length) out[filled + beforeLength] = out[beforeAt]!;
    } else throw new RasterError('DAMAGED', 'A block of the file is damaged (LZW).');
    if (before >= 0 && next < mostCodes) {
      starts[next] = beforeAt;
      lengths[next] = beforeLength + 1;
      next += 1;
    }
    [before, beforeAt, beforeLength] = [code, at, size];
    filled += size;
    if (next >= (1 << bits) - early && bits < 12) bits += 1;
  }
  return out;
}

/** The ranges may overlap: what is written is read again. */
function copyWithin(out: Uint8Array, from: number, to: number, size: number): void {
  const end = Math.min(to + size, out.length);
  for (let at = to, read = from; at < end; at += 1, read += 1) out[at] = out[read]!;
}
