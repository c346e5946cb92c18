import type { Values } from '../warp/resample.ts';

/** Which pixels a band of quality leaves: by its values, or by some of their bits. */
export interface MaskRule {
  /** Bits that count, from the lowest on; null for the whole value. */
  bits: { readonly first: number; readonly count: number } | null;
  values: readonly number[];
  /** Whether pixels with these values stay, or go. */
  keeps: boolean;
}

/**
 * Takes pixels away that a band of quality does not leave. A pixel of which it says nothing goes as well.
 * @param quality NaN where there is none
 * @param keep 0 for each pixel that goes; the others stay as they are
 */
export function applyMaskRule({ bits, values, keeps }: MaskRule, quality: Values, keep: Uint8Array): void {
  const wanted = new Set(values);
  const [low, high] = bits ? [2 ** bits.first, 2 ** bits.count] : [1, Infinity];
  for (let at = 0; at < quality.length; at++) {
    const stored = quality[at]!;
    const value = bits ? Math.floor(stored / low) % high : stored;
    // NaN is in no set.
    if (stored !== stored || wanted.has(value) !== keeps) keep[at] = 0;
  }
}
