import { inflateSync, zstdDecompressSync } from 'node:zlib';
import * as Lerc from 'lerc';
import { RasterError, type BlockShape } from '@groma/raster';

/** Bytes of a packed block after the outer packing: a little more than raw samples, at the worst. */
const slackBytes = 1024 * 1024;

/** LERC, alone or packed again (the second of the LERC parameters of the file: 1 deflate, 2 zstd). */
export async function unpackLerc(packed: Uint8Array, shape: BlockShape): Promise<Uint8Array> {
  await Lerc.load();
  const blob = outer(packed, shape);
  const { width, height, pixels, depthCount } =
    check(Lerc.getBlobInfo(blob), shape) && Lerc.decode(blob, { returnInterleaved: true });
  const bytes = pixels[0]!.BYTES_PER_ELEMENT;
  const out = new Uint8Array(shape.bytes);
  const columns = Math.min(width, shape.width);
  if (pixels.length === 1 && depthCount === shape.samples && width === shape.width) {
    out.set(new Uint8Array(pixels[0]!.buffer, pixels[0]!.byteOffset, Math.min(out.length, pixels[0]!.byteLength)));
    return out;
  }
  for (const [band, values] of pixels.slice(0, shape.samples).entries()) {
    const from = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (let row = 0; row < Math.min(height, shape.height); row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const at = (row * width + column) * bytes;
        out.set(from.subarray(at, at + bytes), ((row * shape.width + column) * shape.samples + band) * bytes);
      }
    }
  }
  return out;
}

/** The header of a block may claim any size: it is compared before anything is decoded. */
function check({ width, height, bandCount, depthCount }: Lerc.LercHeaderInfo, shape: BlockShape): true {
  if (width > shape.width || height > shape.mostHeight || bandCount * depthCount > Math.max(1, shape.samples))
    throw new RasterError('DAMAGED', 'A block of the file is damaged (LERC).');
  return true;
}

function outer(packed: Uint8Array, { layout, mostBytes }: BlockShape): Uint8Array {
  const kind = layout.lercParameters[1] ?? 0;
  if (kind === 1) return inflateSync(packed, { maxOutputLength: mostBytes + slackBytes });
  return kind === 2 ? zstdDecompressSync(packed, { maxOutputLength: mostBytes + slackBytes }) : packed;
}
