import type { Samples } from '../image/sample-type.ts';

/** What can be told of the values in a zone, in the order in which it is told. */
export const zoneStatistics = [
  'count',
  'sum',
  'mean',
  'min',
  'max',
  'median',
  'stdev',
  'majority',
  'minority',
  'variety',
] as const;

export type ZoneStatistic = (typeof zoneStatistics)[number];

/** Statistics for which each value that occurs has to be held. */
const ofValues: ReadonlySet<ZoneStatistic> = new Set(['median', 'majority', 'minority', 'variety']);

/** Different values that are held at most: 16 bytes each, and what looking for them takes. */
const mostValues = 16_000_000;

/** Whole numbers of two bytes have so many values. */
const wholeValues = 65_536;

/** A zone holds more different values than fit into memory. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

/**
 * Adds up the values in one zone after another, each with the part of its pixel that lies in the zone. Spread and
 * median are those of exactextract (github.com/isciences/exactextract): the population's, and for the median the
 * weighted quantile of stats.stackexchange.com/a/13223 between different values. Of values that occur as much, the
 * majority is the greatest and the minority the smallest.
 */
export class ZoneSums {
  readonly #wanted: readonly ZoneStatistic[];
  readonly #weights: ValueWeights | null;
  #count = 0;
  #sum = 0;
  #from = 0;
  #sumFrom = 0;
  #squares = 0;
  #min = Infinity;
  #max = -Infinity;

  /** @param isShort the values are whole numbers of one or two bytes */
  constructor(wanted: readonly ZoneStatistic[], isShort: boolean) {
    this.#wanted = wanted;
    this.#weights = wanted.some((each) => ofValues.has(each))
      ? isShort
        ? new ShortWeights()
        : new AnyWeights()
      : null;
  }

  /** Adds the pixels of a window. @throws TooManyValues */
  add(values: Samples, valid: Uint8Array | null, coverage: Float64Array): void {
    let [count, sum, from, sumFrom, squares] = [this.#count, this.#sum, this.#from, this.#sumFrom, this.#squares];
    let [min, max] = [this.#min, this.#max];
    for (let at = 0; at < coverage.length; at++) {
      const weight = coverage[at]!;
      if (weight === 0 || (valid !== null && valid[at] === 0)) continue;
      const value = values[at]!;
      // The spread is taken about the first value, so that little is lost where all are large.
      if (count === 0) from = value;
      const beside = value - from;
      count += weight;
      sum += weight * value;
      sumFrom += weight * beside;
      squares += weight * beside * beside;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    [this.#count, this.#sum, this.#from, this.#sumFrom, this.#squares] = [count, sum, from, sumFrom, squares];
    [this.#min, this.#max] = [min, max];
    this.#weights?.add(values, valid, coverage);
  }

  /**
   * The statistics that are wanted, in their order, and begins anew. Without any value the count, the sum and the
   * variety are 0 and all else NaN.
   */
  take(): number[] {
    const count = this.#count;
    const found = this.#wanted.some((each) => ofValues.has(each)) ? this.#weights!.take() : noValues;
    const beside = this.#sumFrom / count;
    const told: Record<ZoneStatistic, number> = {
      count,
      sum: this.#sum,
      mean: this.#sum / count,
      min: count === 0 ? NaN : this.#min,
      max: count === 0 ? NaN : this.#max,
      stdev: Math.sqrt(Math.max(0, this.#squares / count - beside * beside)),
      ...found,
    };
    [this.#count, this.#sum, this.#from, this.#sumFrom, this.#squares] = [0, 0, 0, 0, 0];
    [this.#min, this.#max] = [Infinity, -Infinity];
    return this.#wanted.map((each) => told[each]);
  }
}

interface OfValues {
  median: number;
  majority: number;
  minority: number;
  variety: number;
}

const noValues: OfValues = { median: NaN, majority: NaN, minority: NaN, variety: 0 };

interface ValueWeights {
  add(values: Samples, valid: Uint8Array | null, coverage: Float64Array): void;
  /** What the values come to; they are forgotten. */
  take(): OfValues;
}

/** Whole numbers from −32,768 to 65,535, each with a place of its own. */
class ShortWeights implements ValueWeights {
  readonly #weights = new Float64Array(wholeValues + wholeValues / 2);
  #least = Infinity;
  #greatest = -Infinity;

  add(values: Samples, valid: Uint8Array | null, coverage: Float64Array): void {
    const weights = this.#weights;
    let [least, greatest] = [this.#least, this.#greatest];
    for (let at = 0; at < coverage.length; at++) {
      const weight = coverage[at]!;
      if (weight === 0 || (valid !== null && valid[at] === 0)) continue;
      const value = values[at]!;
      weights[value + wholeValues / 2]! += weight;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    [this.#least, this.#greatest] = [least, greatest];
  }

  take(): OfValues {
    const [values, weights]: [number[], number[]] = [[], []];
    for (let value = this.#least; value <= this.#greatest; value++) {
      const weight = this.#weights[value + wholeValues / 2]!;
      if (weight === 0) continue;
      values.push(value);
      weights.push(weight);
    }
    if (values.length > 0) this.#weights.fill(0, this.#least + wholeValues / 2, this.#greatest + wholeValues / 2 + 1);
    [this.#least, this.#greatest] = [Infinity, -Infinity];
    return tellOf(values, weights);
  }
}

/** Numbers of any kind. */
class AnyWeights implements ValueWeights {
  readonly #weights = new Map<number, number>();

  add(values: Samples, valid: Uint8Array | null, coverage: Float64Array): void {
    const weights = this.#weights;
    for (let at = 0; at < coverage.length; at++) {
      const weight = coverage[at]!;
      if (weight === 0 || (valid !== null && valid[at] === 0)) continue;
      const value = values[at]!;
      weights.set(value, (weights.get(value) ?? 0) + weight);
    }
    if (weights.size > mostValues) throw new TooManyValues();
  }

  take(): OfValues {
    const values = Float64Array.from(this.#weights.keys()).sort();
    const weights = Float64Array.from(values, (value) => this.#weights.get(value)!);
    this.#weights.clear();
    return tellOf(values, weights);
  }
}

/** @param values different ones from the least to the greatest, with the part of all pixels that each has */
function tellOf(values: ArrayLike<number>, weights: ArrayLike<number>): OfValues {
  const variety = values.length;
  if (variety === 0) return noValues;
  let [majority, minority] = [0, 0];
  for (let at = 1; at < variety; at++) {
    if (weights[at]! >= weights[majority]!) majority = at;
    if (weights[at]! < weights[minority]!) minority = at;
  }
  return { median: medianOf(values, weights), majority: values[majority]!, minority: values[minority]!, variety };
}

/** S(k) = k·w(k) + (n − 1)·Σ w before k; the median lies where S is half of (n − 1)·Σ w, between values. */
function medianOf(values: ArrayLike<number>, weights: ArrayLike<number>): number {
  const last = values.length - 1;
  let total = 0;
  for (let at = 0; at <= last; at++) total += weights[at]!;
  const wanted = (total * last) / 2;
  let [before, left] = [0, 0];
  for (let at = 0; at <= last; at++) {
    const here = at * weights[at]! + last * before;
    if (here > wanted) {
      const low = values[at - 1]!;
      return low + ((wanted - left) * (values[at]! - low)) / (here - left);
    }
    left = here;
    before += weights[at]!;
  }
  return values[last]!;
}
