import { inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Decoders } from '@groma/raster';
import { unpackJpeg, unpackWebp } from './unpack-jpeg.ts';
import { unpackLerc } from './unpack-lerc.ts';

/** Decoders in native code and WASM. None gives more bytes than the block has, whatever it was packed from. */
export const nativeDecoders: Decoders = {
  deflate: (packed, { bytes }) => inflateSync(packed, { maxOutputLength: bytes }),
  zstd: (packed, { bytes }) => zstdDecompressSync(packed, { maxOutputLength: bytes }),
  jpeg: unpackJpeg,
  webp: unpackWebp,
  lerc: unpackLerc,
};
