import { letGo } from '../image/let-go.ts';
import type { Values } from '../warp/resample.ts';

/** How the values that several scenes have of a pixel become one. */
export type CompositeMethod = 'median' | 'mean' | 'mode' | 'min' | 'max' | 'mosaic';

/** Takes the values of one scene after another, NaN where one has none. */
export interface Reducer {
  /** What is handed over is the reducer’s from then on. */
  add(values: Values): void;
  /** No further scene would change anything. */
  readonly isDone: boolean;
  /** A value for each pixel; NaN where no scene has one. Asked for once, after the last scene. */
  result(): Values;
}

/**
 * Makes one value of those that scenes have of each pixel; scenes without a value are left out. `median` of an even
 * number is the mean of the two in the middle; `mode` the value that most have, and of equals the smallest; `mosaic`
 * that of the first scene with one. The mean is summed in double precision.
 */
export function reducerOf(method: CompositeMethod, count: number): Reducer {
  switch (method) {
    case 'median':
      return stacked(count, middleOf);
    case 'mode':
      return stacked(count, mostFrequentOf);
    case 'mean':
      return meanOf(count);
    case 'min':
      return merged((into, values) => {
        for (let at = 0; at < count; at++) {
          const value = values[at]!;
          // NaN is less than nothing.
          if (value < into[at]! || (into[at] !== into[at] && value === value)) into[at] = value;
        }
      });
    case 'max':
      return merged((into, values) => {
        for (let at = 0; at < count; at++) {
          const value = values[at]!;
          if (value > into[at]! || (into[at] !== into[at] && value === value)) into[at] = value;
        }
      });
    case 'mosaic':
      return mosaicOf(count);
  }
}

/** What needs all values of a pixel at once, in growing order. */
function stacked(count: number, pick: (sorted: Float64Array, length: number) => number): Reducer {
  const stack: Values[] = [];
  return {
    isDone: false,
    add: (values) => void stack.push(values),
    result() {
      const out = stack[0] instanceof Float32Array ? new Float32Array(count) : new Float64Array(count);
      const layers = stack.length;
      const sorted = new Float64Array(layers);
      for (let at = 0; at < count; at++) {
        let length = 0;
        for (let layer = 0; layer < layers; layer++) {
          const value = stack[layer]![at]!;
          if (value !== value) continue;
          let to = length++;
          for (; to > 0 && sorted[to - 1]! > value; to--) sorted[to] = sorted[to - 1]!;
          sorted[to] = value;
        }
        out[at] = length === 0 ? NaN : pick(sorted, length);
      }
      for (const values of stack) letGo(values);
      return out;
    },
  };
}

function middleOf(sorted: Float64Array, length: number): number {
  const half = length >> 1;
  return length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

function mostFrequentOf(sorted: Float64Array, length: number): number {
  let [found, most, run] = [sorted[0]!, 0, 0];
  for (let at = 0; at < length; at++) {
    run = at > 0 && sorted[at] === sorted[at - 1] ? run + 1 : 1;
    if (run > most) [found, most] = [sorted[at]!, run];
  }
  return found;
}

function meanOf(count: number): Reducer {
  const [sums, parts] = [new Float64Array(count), new Uint16Array(count)];
  return {
    isDone: false,
    add(values) {
      for (let at = 0; at < count; at++) {
        const value = values[at]!;
        if (value !== value) continue;
        sums[at]! += value;
        parts[at]!++;
      }
      letGo(values);
    },
    result() {
      for (let at = 0; at < count; at++) sums[at] = parts[at] === 0 ? NaN : sums[at]! / parts[at]!;
      return sums;
    },
  };
}

function merged(merge: (into: Values, values: Values) => void): Reducer {
  let into: Values | null = null;
  return {
    isDone: false,
    add(values) {
      if (into) {
        merge(into, values);
        letGo(values);
      } else into = values;
    },
    result: () => into!,
  };
}

function mosaicOf(count: number): Reducer {
  let [into, missing]: [Values | null, number] = [null, count];
  return {
    get isDone() {
      return missing === 0;
    },
    add(values) {
      into ??= values.slice().fill(NaN);
      missing = 0;
      for (let at = 0; at < count; at++) {
        if (into[at] !== into[at]) into[at] = values[at]!;
        if (into[at] !== into[at]) missing++;
      }
      letGo(values);
    },
    result: () => into!,
  };
}
