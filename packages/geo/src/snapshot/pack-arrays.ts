export type PackedArray = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

const kinds = [Float64Array, Int32Array, Uint8Array] as const;
const align = (bytes: number): number => (bytes + 7) & ~7;

/**
 * Puts typed arrays behind one another: their number, the kind and length of each, and then each at a place that 8
 * divides.
 */
export function packArrays(arrays: readonly PackedArray[]): Uint8Array<ArrayBuffer> {
  const head = align(4 + arrays.length * 8);
  const packed = new Uint8Array(arrays.reduce((sum, { byteLength }) => sum + align(byteLength), head));
  const words = new Uint32Array(packed.buffer, 0, head / 4);
  words[0] = arrays.length;
  let at = head;
  arrays.forEach((array, index) => {
    words[1 + index * 2] = kinds.findIndex((kind) => array instanceof kind);
    words[2 + index * 2] = array.length;
    packed.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += align(array.byteLength);
  });
  return packed;
}

/** The arrays again, as views on the bytes, which must begin at a place that 8 divides. */
export function unpackArrays(packed: Uint8Array<ArrayBuffer>): PackedArray[] {
  const count = new Uint32Array(packed.buffer, packed.byteOffset, 1)[0]!;
  const words = new Uint32Array(packed.buffer, packed.byteOffset, 1 + count * 2);
  let at = packed.byteOffset + align(4 + count * 8);
  return Array.from({ length: count }, (_, index) => {
    const array = new kinds[words[1 + index * 2]!]!(packed.buffer, at, words[2 + index * 2]!);
    at += align(array.byteLength);
    return array;
  });
}
