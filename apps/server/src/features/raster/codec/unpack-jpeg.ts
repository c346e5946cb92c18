import sharp, { type Sharp } from 'sharp';
import type { BlockShape } from '@groma/raster';

const [soi, eoi] = [
  [0xff, 0xd8],
  [0xff, 0xd9],
];
/** Photometric interpretation YCbCr (TIFF 6.0 §21). */
const yCbCr = 6;

/** A JPEG block: the tables that all blocks share are put before it (TIFF Technical Note 2). */
export async function unpackJpeg(packed: Uint8Array, shape: BlockShape): Promise<Uint8Array> {
  const { layout, samples } = shape;
  const parts: Uint8Array[] = [Uint8Array.from(soi)];
  // Without this mark a decoder guesses the colours; TIFF says them itself.
  if (samples === 3) parts.push(adobeMark(layout.photometric === yCbCr ? 1 : 0));
  if (layout.jpegTables) parts.push(inner(layout.jpegTables));
  parts.push(packed.subarray(soi.length));
  const picture = sharp(Buffer.concat(parts), { limitInputPixels: shape.width * shape.mostHeight, failOn: 'error' });
  if (samples !== 4) return unpacked(picture, shape);
  // Four inks must not become colours on the way; the decoder gives what is left of white.
  const inks = await unpacked(picture.pipelineColourspace('cmyk').toColourspace('cmyk'), shape);
  return inks.map((left) => 255 - left);
}

/** A WebP block has three channels or four. */
export async function unpackWebp(packed: Uint8Array, shape: BlockShape): Promise<Uint8Array> {
  const picture = sharp(packed, { limitInputPixels: shape.width * shape.mostHeight, failOn: 'error' });
  return unpacked(shape.samples === 4 ? picture.ensureAlpha() : picture.removeAlpha(), shape);
}

async function unpacked(picture: Sharp, shape: BlockShape): Promise<Uint8Array> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return fitted(data, info, shape);
}

/** What lies between the first and the last mark of the tables. */
function inner(tables: Uint8Array): Uint8Array {
  const end =
    tables.length >= 2 && tables.at(-2) === eoi[0] && tables.at(-1) === eoi[1] ? tables.length - 2 : tables.length;
  return tables.subarray(soi.length, end);
}

/** The APP14 mark of Adobe: 0 for RGB, 1 for YCbCr (ITU-T T.872 §6.5.3). */
function adobeMark(transform: 0 | 1): Uint8Array {
  return Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform);
}

/** The picture within a block may be smaller at the edge of the image, or have other channels than it should. */
function fitted(
  data: Uint8Array,
  { width, height, channels }: { width: number; height: number; channels: number },
  shape: BlockShape,
): Uint8Array {
  if (width === shape.width && channels === shape.samples) return data;
  const out = new Uint8Array(shape.bytes);
  const [columns, rows, bands] = [
    Math.min(width, shape.width),
    Math.min(height, shape.height),
    Math.min(channels, shape.samples),
  ];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      for (let band = 0; band < bands; band += 1)
        out[(row * shape.width + column) * shape.samples + band] = data[(row * width + column) * channels + band]!;
    }
  }
  return out;
}
