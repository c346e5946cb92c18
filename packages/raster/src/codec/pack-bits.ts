/**
 * PackBits, TIFF 6.0 §9: a count and so many bytes, or a count and one byte that repeats.
 * @param length bytes that come out; what is longer is cut, what is shorter stays 0
 */
export function unpackBits(packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let filled = 0;
  for (let index = 0; index < packed.length && filled < length;) {
    const count = packed[index]!;
    index += 1;
    if (count < 128) {
      out.set(packed.subarray(index, index + Math.min(count + 1, length - filled)), filled);
      index += count + 1;
      filled += count + 1;
    } else if (count > 128) {
      out.fill(packed[index] ?? 0, filled, Math.min(filled + 257 - count, length));
      index += 1;
      filled += 257 - count;
    }
  }
  return out;
}
