/**
 * Arrays that are kept for the next picture: as many as pictures are drawn at once in a thread, of the size that tiles
 * have.
 */
const most = 8;
const longest = 512 * 512;

const spare: { float: Float64Array[]; whole: Int32Array[] } = { float: [], whole: [] };

/**
 * An array of doubles with whatever was in it before. Garbage of this size is collected so often that it slows tiles
 * down.
 */
export function takeFloats(length: number): Float64Array {
  const at = spare.float.findIndex((each) => each.length === length);
  return at < 0 ? new Float64Array(length) : spare.float.splice(at, 1)[0]!;
}

/** The same for whole numbers. */
export function takeIntegers(length: number): Int32Array {
  const at = spare.whole.findIndex((each) => each.length === length);
  return at < 0 ? new Int32Array(length) : spare.whole.splice(at, 1)[0]!;
}

/** Gives an array back that nobody uses any more. */
export function giveBack(array: Float64Array | Int32Array): void {
  if (array.length > longest) return;
  if (array instanceof Float64Array && spare.float.length < most * 2) spare.float.push(array);
  else if (array instanceof Int32Array && spare.whole.length < most) spare.whole.push(array);
}
