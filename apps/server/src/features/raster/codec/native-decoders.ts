import { inflateSync, zstdDecompressSync } from 'node:zlib';
import type { BlockShape, Decoders } from '@groma/raster';
import { unpackJpeg, unpackWebp } from './unpack-jpeg.ts';
import { unpackLerc } from './unpack-lerc.ts';

/** The least room that zlib takes. */
const leastChunkBytes = 64;

/** Decoders in native code and WASM. None gives more bytes than the block may have, whatever it was packed from. */
export const nativeDecoders: Decoders = {
  deflate: (packed, shape) => inflateSync(packed, inOnePiece(shape)),
  zstd: (packed, shape) => zstdDecompressSync(packed, inOnePiece(shape)),
  jpeg: unpackJpeg,
  webp: unpackWebp,
  lerc: unpackLerc,
};

/**
 * Room for a whole block, and a little to see that there is no more: else it comes in small pieces that are joined
 * again.
 */
function inOnePiece({ bytes, mostBytes }: BlockShape): { maxOutputLength: number; chunkSize: number } {
  return { maxOutputLength: mostBytes, chunkSize: bytes + leastChunkBytes };
}
