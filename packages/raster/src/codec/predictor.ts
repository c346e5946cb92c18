import type { Samples } from '../image/sample-type.ts';

/**
 * Undoes predictor 2 (TIFF 6.0 §14) in place: each sample was stored as its difference to the one before it in its row.
 */
export function undoDifferences(
  samples: Samples | BigUint64Array | BigInt64Array,
  rowSamples: number,
  stride: number,
): void {
  if (samples instanceof BigUint64Array || samples instanceof BigInt64Array)
    return undoBigDifferences(samples, rowSamples, stride);
  // One loop for each type of array: a loop that meets several is several times slower.
  if (samples instanceof Uint8Array) sumBytes(samples, rowSamples, stride);
  else if (samples instanceof Uint16Array && stride === 4 && rowSamples % 4 === 0) sumFourWords(samples, rowSamples);
  else if (samples instanceof Uint16Array) sumWords(samples, rowSamples, stride);
  else sumOthers(samples, rowSamples, stride);
}

function sumBytes(samples: Uint8Array, rowSamples: number, stride: number): void {
  for (let row = 0; row < samples.length; row += rowSamples) {
    const end = Math.min(row + rowSamples, samples.length);
    for (let index = row + stride; index < end; index += 1) samples[index] = samples[index]! + samples[index - stride]!;
  }
}

function sumWords(samples: Uint16Array, rowSamples: number, stride: number): void {
  for (let row = 0; row < samples.length; row += rowSamples) {
    const end = Math.min(row + rowSamples, samples.length);
    for (let index = row + stride; index < end; index += 1) samples[index] = samples[index]! + samples[index - stride]!;
  }
}

/** The usual four bands: what is added stays in registers, a third faster. */
function sumFourWords(samples: Uint16Array, rowSamples: number): void {
  for (let row = 0; row < samples.length; row += rowSamples) {
    const end = Math.min(row + rowSamples, samples.length - 3);
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let index = row; index < end; index += 4) {
      samples[index] = a = (a + samples[index]!) & 0xffff;
      samples[index + 1] = b = (b + samples[index + 1]!) & 0xffff;
      samples[index + 2] = c = (c + samples[index + 2]!) & 0xffff;
      samples[index + 3] = d = (d + samples[index + 3]!) & 0xffff;
    }
  }
}

function sumOthers(samples: Samples, rowSamples: number, stride: number): void {
  for (let row = 0; row < samples.length; row += rowSamples) {
    const end = Math.min(row + rowSamples, samples.length);
    for (let index = row + stride; index < end; index += 1) samples[index] = samples[index]! + samples[index - stride]!;
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
 * @param bytes rows of `rowSamples` samples of `width` bytes each; they come out in the order of this machine, which is
 * low byte first
 */
export function undoFloatDifferences(bytes: Uint8Array, rowSamples: number, width: number, stride: number): Uint8Array {
  const rowBytes = rowSamples * width;
  const whole = bytes.length - (bytes.length % rowBytes);
  sumBytes(bytes.subarray(0, whole), rowBytes, stride);
  return width === 4 ? joinedFloats(bytes, rowSamples) : joined(bytes, rowSamples, width);
}

/** The usual floats, each put together as one word. */
function joinedFloats(bytes: Uint8Array, rowSamples: number): Uint8Array {
  const words = new Uint32Array(bytes.length >> 2);
  for (let row = 0; row + rowSamples <= words.length; row += rowSamples) {
    const first = row * 4;
    for (let sample = 0; sample < rowSamples; sample += 1) {
      const at = first + sample;
      words[row + sample] =
        (bytes[at]! << 24) |
        (bytes[at + rowSamples]! << 16) |
        (bytes[at + rowSamples * 2]! << 8) |
        bytes[at + rowSamples * 3]!;
    }
  }
  return new Uint8Array(words.buffer);
}

function joined(bytes: Uint8Array, rowSamples: number, width: number): Uint8Array {
  const out = new Uint8Array(bytes.length);
  const rowBytes = rowSamples * width;
  for (let row = 0; row + rowBytes <= bytes.length; row += rowBytes) {
    for (let sample = 0; sample < rowSamples; sample += 1) {
      for (let byte = 0; byte < width; byte += 1)
        out[row + sample * width + (width - 1 - byte)] = bytes[row + byte * rowSamples + sample]!;
    }
  }
  return out;
}
