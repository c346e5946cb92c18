/** @typedef {{ ours: number, peer: number }} Pair values of one interleaved pair */

/**
 * What a series of pairs says.
 *
 * @param {Pair[]} pairs
 * @param {'lower' | 'higher'} better
 * @returns {{ ours: number, peer: number, ratio: number }} medians; `ratio` is how many times better ours is
 */
export function summarize(pairs, better) {
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    peer: median(pairs.map((pair) => pair.peer)),
    ratio: median(pairs.map((pair) => ratioOf(pair, better))),
  };
}

/** How many times better ours is in one pair. @param {Pair} pair @param {'lower' | 'higher'} better */
export function ratioOf({ ours, peer }, better) {
  return better === 'lower' ? peer / ours : ours / peer;
}

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
