import { RasterError } from '../raster-error.ts';
import type { ImageLayout } from '../image/image-layout.ts';
import { unpackLzw } from './lzw.ts';
import { unpackBits } from './pack-bits.ts';

/** Compressions of blocks, by name. */
type Compression = 'none' | 'lzw' | 'deflate' | 'packbits' | 'jpeg' | 'lerc' | 'zstd' | 'webp';

/**
 * What a decoder must know of a block: `height` and `bytes` are what the image has of it. Some writers fill up the last
 * strip with rows below the image, so that a sound block may hold `mostHeight` rows and `mostBytes` bytes.
 */
export interface BlockShape {
  layout: ImageLayout;
  width: number;
  height: number;
  samples: number;
  bytes: number;
  mostHeight: number;
  mostBytes: number;
}

/**
 * Brings a block to its raw samples. It gives no more bytes than `shape.mostBytes`, whatever the block claims, and
 * throws where the block is damaged.
 */
export type Decoder = (packed: Uint8Array, shape: BlockShape) => Uint8Array | Promise<Uint8Array>;

/** What the process can decode beside what is decoded here: native code, which a browser has not. */
export type Decoders = Readonly<Partial<Record<Compression, Decoder>>>;

/** Numbers of the tag Compression: TIFF 6.0, its technical notes, and those that GDAL registered. */
const names: Readonly<Record<number, Compression>> = {
  1: 'none',
  5: 'lzw',
  7: 'jpeg',
  8: 'deflate',
  32773: 'packbits',
  32946: 'deflate',
  34887: 'lerc',
  50000: 'zstd',
  50001: 'webp',
};

const builtIn: Decoders = {
  none: (packed) => packed,
  lzw: (packed, { bytes }) => unpackLzw(packed, bytes),
  packbits: (packed, { bytes }) => unpackBits(packed, bytes),
};

/** The name of the compression of an image. @throws RasterError UNSUPPORTED */
export function compressionOf({ compression }: ImageLayout): Compression {
  const name = names[compression];
  if (!name) throw new RasterError('UNSUPPORTED', `The compression ${compression} cannot be read.`);
  return name;
}

/** The decoder for the blocks of an image. @throws RasterError UNSUPPORTED */
export function decoderFor(layout: ImageLayout, decoders: Decoders): Decoder {
  const name = compressionOf(layout);
  const decoder = decoders[name] ?? builtIn[name];
  if (!decoder) throw new RasterError('UNSUPPORTED', `Blocks packed with ${name} cannot be read here.`);
  return decoder;
}
