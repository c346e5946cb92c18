import { RasterError } from '../raster-error.ts';

/** How a sample is stored. */
export type SampleType =
  | 'uint8'
  | 'int8'
  | 'uint16'
  | 'int16'
  | 'uint32'
  | 'int32'
  | 'uint64'
  | 'int64'
  | 'float16'
  | 'float32'
  | 'float64';

/** Samples as they are worked with: 64-bit whole numbers come as float64, 16-bit floats as float32. */
export type Samples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

export const sampleBytes: Readonly<Record<SampleType, number>> = {
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  uint64: 8,
  int64: 8,
  float16: 2,
  float32: 4,
  float64: 8,
};

/**
 * The type of samples of so many bits in a format of TIFF 6.0 §19: 1 without, 2 with sign, 3 floating point, 4
 * undefined. Fewer than 8 bits are unpacked to bytes, fewer than 16 to words. @throws RasterError UNSUPPORTED for
 * complex samples and odd widths
 */
export function sampleTypeOf(bits: number, format: number): SampleType {
  const kind = format === 2 ? 'int' : format === 3 ? 'float' : 'uint';
  if (kind === 'uint' && bits > 0 && bits < 16) return bits <= 8 ? 'uint8' : 'uint16';
  const type = `${kind}${bits}` as SampleType;
  if (format > 4 || !(type in sampleBytes))
    throw new RasterError('UNSUPPORTED', `Samples of ${bits} bits in format ${format} cannot be read.`);
  return type;
}

/** An array for so many samples of a type. */
export function samplesOf(type: SampleType, length: number): Samples {
  switch (type) {
    case 'uint8':
      return new Uint8Array(length);
    case 'int8':
      return new Int8Array(length);
    case 'uint16':
      return new Uint16Array(length);
    case 'int16':
      return new Int16Array(length);
    case 'uint32':
      return new Uint32Array(length);
    case 'int32':
      return new Int32Array(length);
    case 'float16':
    case 'float32':
      return new Float32Array(length);
    default:
      return new Float64Array(length);
  }
}

/** Least and greatest value of a type of whole numbers; of floating point the full scale is 0 to 1. */
export function typeRange(type: SampleType): [least: number, greatest: number] {
  if (type.startsWith('float')) return [0, 1];
  const bits = sampleBytes[type] * 8;
  return type.startsWith('uint') ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
}
