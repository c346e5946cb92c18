import { RasterError } from './raster-error.ts';
import { isInk, readLayout, type ImageLayout } from './image/image-layout.ts';
import { TiffImage, type BlockAccess } from './image/tiff-image.ts';
import { pagedSource } from './source/paged-source.ts';
import type { Directory } from './tiff/directory.ts';
import { readBandNotes, type BandNotes } from './tiff/gdal-metadata.ts';
import { readGeoKeys, type RasterCrs } from './tiff/geo-keys.ts';
import { readTransform, type Affine } from './tiff/geo-transform.ts';
import { readDirectories } from './tiff/read-directories.ts';
import { tag } from './tiff/tag-table.ts';

/** An image at one size, with the mask of the same size where there is one. */
export interface RasterLevel {
  image: TiffImage;
  mask: TiffImage | null;
}

/** A GeoTIFF that was opened: what is known without reading a pixel. */
export interface RasterFile {
  width: number;
  height: number;
  /** Bands, alpha left out. */
  bands: number;
  /** Number of the alpha band from 0, or null. */
  alpha: number | null;
  layout: ImageLayout;
  /** The full image first, then overviews that get smaller. */
  levels: RasterLevel[];
  nodata: number | null;
  notes: BandNotes[];
  /** 256 or more colours as red, green, blue of 0 to 255, of an image with a palette. */
  palette: Uint8Array | null;
  crs: RasterCrs | null;
  transform: Affine | null;
  isPoint: boolean;
  /** Where the directories of the file begin. */
  directoryOffsets: number[];
}

/** Reads the directories of a GeoTIFF. @throws RasterError NOT_A_TIFF, DAMAGED, UNSUPPORTED, NO_BANDS */
export async function openRaster(access: BlockAccess): Promise<RasterFile> {
  const directories = await readDirectories(pagedSource(access.source));
  const [first, ...others] = directories;
  const layout = await readLayout(first!, blockLimit(access));
  const main = new TiffImage(layout, first!, 0, access);
  const levels: RasterLevel[] = [{ image: main, mask: null }];
  const masks: TiffImage[] = [];
  for (const [index, directory] of others.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    const image = await secondImage(directory, index + 1, access);
    if (!image) continue;
    // oxlint-disable-next-line no-await-in-loop
    const kind = await directory.number(tag.newSubfileType, 0);
    if (kind & 4) masks.push(image);
    else if (kind & 1 && image.layout.samples === layout.samples && image.layout.type === layout.type)
      levels.push({ image, mask: null });
  }
  levels.sort((a, b) => b.image.layout.width - a.image.layout.width);
  for (const level of levels)
    level.mask =
      masks.find(
        ({ layout: { width, height } }) => width === level.image.layout.width && height === level.image.layout.height,
      ) ?? null;
  const { crs, isPoint } = await readGeoKeys(first!);
  const alpha = alphaOf(layout);
  if (layout.samples - (alpha === null ? 0 : 1) < 1)
    throw new RasterError('NO_BANDS', 'There is no band in the raster image!');
  return {
    width: layout.width,
    height: layout.height,
    bands: layout.samples - (alpha === null ? 0 : 1),
    alpha,
    layout,
    levels,
    nodata: await readNodata(first!),
    notes: readBandNotes(first!.has(tag.gdalMetadata) ? await first!.text(tag.gdalMetadata) : '', layout.samples),
    palette: await readPalette(first!, layout),
    crs,
    isPoint,
    directoryOffsets: directories.map(({ offset }) => offset),
    transform: await readTransform(first!, isPoint),
  };
}

/** Packed, unpacked and with its differences undone a block is in memory three times for a moment. */
const copiesOfBlock = 3;

function blockLimit({ cache }: BlockAccess): number {
  return Math.floor(cache.work.capacity / copiesOfBlock);
}

/** An overview or mask that is damaged is no reason to refuse the raster; one whose bytes do not come is. */
async function secondImage(directory: Directory, index: number, access: BlockAccess): Promise<TiffImage | null> {
  try {
    return new TiffImage(await readLayout(directory, blockLimit(access)), directory, index, access);
  } catch (error) {
    if (error instanceof RasterError || error instanceof RangeError) return null;
    throw error;
  }
}

/** The last of the extra samples that is alpha (TIFF 6.0 §18: 1 multiplied, 2 not). */
function alphaOf(layout: ImageLayout): number | null {
  const { samples, extraSamples } = layout;
  if (isInk(layout)) return 3;
  const index = extraSamples.findLastIndex((kind) => kind === 1 || kind === 2);
  return index < 0 ? null : samples - extraSamples.length + index;
}

async function readNodata(directory: Directory): Promise<number | null> {
  if (!directory.has(tag.gdalNodata)) return null;
  const text = (await directory.text(tag.gdalNodata)).trim();
  if (/^-?nan$/i.test(text)) return NaN;
  const value = Number(text.replace(/^([+-]?)inf$/i, '$1Infinity'));
  return text === '' || Number.isNaN(value) ? null : value;
}

/** TIFF 6.0 §5: all reds, then greens, then blues, in 16 bits. */
async function readPalette(directory: Directory, layout: ImageLayout): Promise<Uint8Array | null> {
  const { photometric, samples } = layout;
  // Writers that put the colours in afterwards leave the image as grey (GDAL takes them as well).
  // Alpha may lie beside the numbers of colours.
  const isNumbers = samples - (alphaOf(layout) === null ? 0 : 1) === 1;
  if ((photometric !== 3 && photometric !== 1) || !isNumbers || !directory.has(tag.colorMap)) return greys(layout);
  const values = await directory.values(tag.colorMap);
  const count = Math.floor(values.length / 3);
  // Some write bytes.
  const shift = values.every((value) => value < 256) ? 0 : 8;
  return Uint8Array.from(
    { length: count * 3 },
    (_, index) => values[(index % 3) * count + Math.floor(index / 3)]! >> shift,
  );
}

/**
 * The greys of an image whose 0 is white (TIFF 6.0 §8), and the black and white of one of single bits, as GDAL has
 * them.
 */
function greys({ photometric, samples, bits, type }: ImageLayout): Uint8Array | null {
  const isWhiteFirst = photometric === 0 && bits <= 8 && type === 'uint8';
  if (samples !== 1 || !(isWhiteFirst || (photometric === 1 && bits === 1))) return null;
  const last = 2 ** bits - 1;
  return Uint8Array.from({ length: (last + 1) * 3 }, (_, index) => {
    const value = Math.floor(index / 3);
    return Math.floor(((isWhiteFirst ? last - value : value) * 255) / last);
  });
}
