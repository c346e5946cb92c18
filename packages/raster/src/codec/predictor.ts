import type { Samples } from '../image/sample-type.ts';

/** Undoes predictor 2 (TIFF 6.0 §14) in place: each sample was stored as its difference to the one before it in its row. */
export function undoDifferences(samples: Samples | BigUint64Array | BigInt64Array, rowSamples: number, stride: number): void {
  if (samples instanceof BigUint64Array || samples instanceof BigInt64Array) return undoBigDifferences(samples, rowSamples, stride);
  const whole = samples;
  for (let row = 0; row < whole.length; row += rowSamples) {
    const end = Math.min(row + rowSamples, whole.length);
    for (let index = row + stride; index < end; index += 1) whole[index] = whole[index]! + whole[index - stride]!;
  }
}

function undoBigDifferences(samples: BigUint64Array | BigInt64Array, rowSamples: number, stride: number): void {
  for (let row = 0; row < samples.length; row += rowSamples) {
    const end = Math.min(row + rowSamples, samples.length);
    for (let index = row + stride; index < end; index += 1) samples[index] = samples[index]! + samples[index - stride]!;
  }
}

/**
 * Undoes predictor 3 (Adobe Photoshop TIFF Technical Note 3): the bytes of a row were put by significance, the highest
 * first, and then each stored as its difference to the one before it.
 * @param bytes rows of `rowSamples` samples of `width` bytes each; they come out low byte first
 */
export function undoFloatDifferences(bytes: Uint8Array, rowSamples: number, width: number, stride: number): Uint8Array {
  const out = new Uint8Array(bytes.length);
  const rowBytes = rowSamples * width;
  for (let row = 0; row + rowBytes <= bytes.length; row += rowBytes) {
    for (let index = row + stride; index < row + rowBytes; index += 1) bytes[index] = (bytes[index]! + bytes[index - stride]!) & 255;
    for (let sample = 0; sample < rowSamples; sample += 1) {
      for (let byte = 0; byte < width; byte += 1) out[row + sample * width + (width - 1 - byte)] = bytes[row + byte * rowSamples + sample]!;
    }
  }
  return out;
}
