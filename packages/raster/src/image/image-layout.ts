import { RasterError } from '../raster-error.ts';
import type { Directory } from '../tiff/directory.ts';
import { tag } from '../tiff/tag-table.ts';
import { sampleBytes, sampleTypeOf, type SampleType } from './sample-type.ts';

/** How the pixels of one image of a file lie in its blocks (tiles or strips). Sizes in pixels. */
export interface ImageLayout {
  width: number;
  height: number;
  /** Samples of a pixel: bands, and alpha where there is one. */
  samples: number;
  type: SampleType;
  /** Bits of a stored sample: those that fill no bytes are unpacked. */
  bits: number;
  isLittle: boolean;
  /** Each band has blocks of its own. */
  isPlanar: boolean;
  isTiled: boolean;
  blockWidth: number;
  blockHeight: number;
  /**
   * Rows that may have been written into a block, though the image has fewer there: all that a strip is declared to
   * have.
   */
  writtenRows: number;
  blocksAcross: number;
  blocksDown: number;
  compression: number;
  predictor: number;
  /** The bits of each packed byte stand the other way round (TIFF 6.0 §8, FillOrder 2). */
  isTurned: boolean;
  photometric: number;
  /** Which inks a separated image is of (TIFF 6.0 §16): 1 is cyan, magenta, yellow and black. */
  inkSet: number;
  /** What the samples above the colours mean (TIFF 6.0 §18): 1 and 2 are alpha. */
  extraSamples: readonly number[];
  /** Tables that JPEG blocks share. */
  jpegTables: Uint8Array | null;
  lercParameters: readonly number[];
}

/**
 * Whether its samples are amounts of four inks (TIFF 6.0 §16), which are read as red, green, blue and full alpha, as
 * GDAL does.
 */
export function isInk({ photometric, inkSet, samples, type, isPlanar, compression }: ImageLayout): boolean {
  return photometric === 5 && inkSet === 1 && samples === 4 && type === 'uint8' && !isPlanar && compression !== 50001;
}

/** Whether samples lie across the borders of bytes. */
export function isBitPacked({ bits }: Pick<ImageLayout, 'bits'>): boolean {
  return bits < 16 && bits !== 8;
}

/**
 * Compressions that take differences first (tag Predictor): LZW, Deflate by both its numbers, Zstandard. Others leave
 * the tag aside, as libtiff does.
 */
const predicted: ReadonlySet<number> = new Set([5, 8, 32946, 50000]);
/**
 * Compressions that say themselves in which order their bits stand: JPEG and WebP. libtiff leaves the tag aside there.
 */
const ownOrder: ReadonlySet<number> = new Set([7, 50001]);
const longestSide = 2 ** 31 - 1;
/** Photometric interpretations of lightness and two axes of colour (TIFF 6.0 §23, its supplements). */
const labSpaces: ReadonlySet<number> = new Set([8, 9, 10]);
const megabyte = 1024 * 1024;

/**
 * Reads how an image lies in its file.
 * @param mostBlockBytes bytes of a decoded block; a file that claims more is damaged, or fills the memory
 * @throws RasterError NO_BANDS, DAMAGED, UNSUPPORTED, TOO_LARGE
 */
export async function readLayout(directory: Directory, mostBlockBytes: number): Promise<ImageLayout> {
  const [width, height] = [await directory.number(tag.imageWidth, 0), await directory.number(tag.imageLength, 0)];
  if (!(width > 0 && height > 0 && width <= longestSide && height <= longestSide))
    throw new RasterError('DAMAGED', `The image claims ${width} × ${height} pixels.`);
  const samples = await directory.number(tag.samplesPerPixel, 1);
  if (samples < 1) throw new RasterError('NO_BANDS', 'There is no band in the raster image!');
  if (samples > 4_096) throw new RasterError('UNSUPPORTED', `The image claims ${samples} bands.`);
  const allBits = await directory.values(tag.bitsPerSample);
  const formats = await directory.values(tag.sampleFormat);
  if (allBits.some((bits) => bits !== allBits[0]) || formats.some((format) => format !== formats[0])) {
    throw new RasterError('UNSUPPORTED', 'The bands of the image are of unlike types.');
  }
  const bits = allBits[0] ?? 1;
  const type = sampleTypeOf(bits, formats[0] ?? 1);
  const isTiled = directory.has(tag.tileWidth);
  const blockWidth = isTiled ? await directory.number(tag.tileWidth, 0) : width;
  const declaredRows = await directory.number(isTiled ? tag.tileLength : tag.rowsPerStrip, isTiled ? 0 : height);
  const blockHeight = isTiled ? declaredRows : Math.min(height, declaredRows);
  if (!(blockWidth > 0 && blockHeight > 0)) throw new RasterError('DAMAGED', 'The blocks of the image have no size.');
  const isPlanar = (await directory.number(tag.planarConfiguration, 1)) === 2;
  const rowBytes = blockWidth * (isPlanar ? 1 : samples) * sampleBytes[type];
  const blockBytes = rowBytes * blockHeight;
  if (blockBytes > mostBlockBytes)
    throw new RasterError(
      'TOO_LARGE',
      `It is stored in blocks of ${Math.ceil(blockBytes / megabyte)} MB, which do not fit into the ${Math.floor(mostBlockBytes / megabyte)} MB that can be read at once. Convert it to a Cloud Optimized GeoTIFF.`,
    );
  const compression = await directory.number(tag.compression, 1);
  const layout: ImageLayout = {
    width,
    height,
    samples,
    type,
    bits,
    isLittle: directory.isLittle,
    isPlanar,
    isTiled,
    blockWidth,
    blockHeight,
    writtenRows: declaredRows * rowBytes <= mostBlockBytes ? declaredRows : blockHeight,
    blocksAcross: Math.ceil(width / blockWidth),
    blocksDown: Math.ceil(height / blockHeight),
    compression: compression,
    predictor: predicted.has(compression) ? await directory.number(tag.predictor, 1) : 1,
    isTurned: (await directory.number(tag.fillOrder, 1)) === 2 && !ownOrder.has(compression),
    photometric: await directory.number(tag.photometric, 1),
    inkSet: await directory.number(tag.inkSet, 1),
    extraSamples: await directory.values(tag.extraSamples),
    jpegTables: directory.has(tag.jpegTables) ? await directory.bytes(tag.jpegTables) : null,
    lercParameters: await directory.values(tag.lercParameters),
  };
  refuseUnknown(layout);
  return layout;
}

/**
 * Refuses what would be drawn wrongly: differences of bits, which libtiff refuses too, and colours that only GDAL makes
 * red, green and blue of.
 * @throws RasterError UNSUPPORTED
 */
function refuseUnknown(layout: ImageLayout): void {
  const { bits, predictor, photometric, inkSet, samples, type } = layout;
  if (isBitPacked(layout) && predictor !== 1)
    throw new RasterError('UNSUPPORTED', `The predictor ${predictor} of samples of ${bits} bits cannot be read.`);
  if (photometric === 5 && inkSet === 1 && samples >= 4 && type === 'uint8' && !isInk(layout))
    throw new RasterError('UNSUPPORTED', 'Inks in this arrangement cannot be read.');
  if (labSpaces.has(photometric) && samples === 3 && bits === 8)
    throw new RasterError('UNSUPPORTED', 'Colours of CIE L*a*b* cannot be read.');
}
