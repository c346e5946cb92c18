/** Both sides did not do the same work, so that their speed says nothing. */
export class OutputsDiffer extends Error {
  constructor(ours, peer) {
    super(`The outputs differ, so the speed says nothing.\nours: ${shorten(ours)}\npeer: ${shorten(peer)}`);
  }
}

/**
 * Runs one pair to warm up and then the pairs that count; which side goes first changes from pair to pair.
 *
 * @param {Pick<import('../../bench/benchmark.ts').Benchmark, 'ours' | 'peer'>} benchmark
 * @param {number} count
 * @param {(pair: import('./compare.mjs').Pair, at: number) => void} [onPair]
 * @returns {Promise<import('./compare.mjs').Pair[]>}
 * @throws {OutputsDiffer}
 */
export async function measurePairs(benchmark, count, onPair = () => {}) {
  const pairs = [];
  for (let at = -1; at < count; at += 1) {
    const pair = await measurePair(benchmark, at % 2 === 0);
    if (at < 0) continue;
    pairs.push(pair);
    onPair(pair, at);
  }
  return pairs;
}

async function measurePair(benchmark, oursFirst) {
  const first = await (oursFirst ? benchmark.ours() : benchmark.peer());
  const second = await (oursFirst ? benchmark.peer() : benchmark.ours());
  const [ours, peer] = oursFirst ? [first, second] : [second, first];
  if (ours.output !== peer.output) throw new OutputsDiffer(ours.output, peer.output);
  for (const { value } of [ours, peer]) {
    if (!(value > 0 && Number.isFinite(value))) throw new Error(`A measured value must be above 0, not ${value}.`);
  }
  return { ours: ours.value, peer: peer.value };
}

function shorten(text) {
  return text.length <= 2000 ? text : `${text.slice(0, 2000)}… (${text.length} characters)`;
}
