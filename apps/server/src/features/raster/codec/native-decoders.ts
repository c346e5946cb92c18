import { inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Decoders } from '@groma/raster';
import { unpackJpeg, unpackWebp } from './unpack-jpeg.ts';
import { unpackLerc } from './unpack-lerc.ts';

/** The least room that zlib takes. */
const leastChunkBytes = 64;

/** Decoders in native code and WASM. None gives more bytes than the block has, whatever it was packed from. */
export const nativeDecoders: Decoders = {
  deflate: (packed, { bytes }) => inflateSync(packed, inOnePiece(bytes)),
  zstd: (packed, { bytes }) => zstdDecompressSync(packed, inOnePiece(bytes)),
  jpeg: unpackJpeg,
  webp: unpackWebp,
  lerc: unpackLerc,
};

/** Room for a whole block, and a little to see that there is no more: else it comes in small pieces that are joined again. */
function inOnePiece(bytes: number): { maxOutputLength: number; chunkSize: number } {
  return { maxOutputLength: bytes, chunkSize: bytes + leastChunkBytes };
}
