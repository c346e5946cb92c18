import {
  letGo,
  RasterError,
  readPart,
  readPicture,
  type Picture,
  type PictureWish,
  type PixelWindow,
  type Target,
} from '@groma/raster';
import { readCompositePart, readCompositePicture } from '../composite/read-composite.ts';
import { requireSystem, type OpenRaster } from './open-raster.ts';

/** A corner of a file may lie so many of its pixels beside that of another. */
const slack = 1.5;

/**
 * Rasters of one place as one: the bands of each behind those of the one before. Pixels are those of the finest;
 * others may be coarser, as the bands of a satellite are.
 * @throws RasterError UNSUPPORTED where they do not cover one place
 */
export function joinBands(parts: readonly OpenRaster[]): OpenRaster {
  const finest = parts.reduce((best, each) => (each.file.width > best.file.width ? each : best));
  for (const part of parts)
    if (!isSamePlace(finest, part))
      throw new RasterError('UNSUPPORTED', `It does not cover the same place as ${finest.name}.`);
  const { file } = finest;
  return {
    ...finest,
    file: {
      ...file,
      bands: parts.reduce((sum, part) => sum + part.file.bands, 0),
      alpha: null,
      palette: null,
      notes: parts.flatMap((part) =>
        part.file.notes.slice(0, part.file.bands).map((note, band) => ({
          ...note,
          // Files of one band seldom say which it is; their names do.
          description:
            note.description || (part.file.bands === 1 ? stemOf(part.name) : `${stemOf(part.name)} ${band + 1}`),
        })),
      ),
    },
    parts,
  };
}

/** Reads a picture in web Mercator, as `readPicture` does, of a raster that may be joined. @throws as that */
export function readJoinedPicture(raster: OpenRaster, target: Target, wish: PictureWish): Promise<Picture> {
  if (raster.composite) return readCompositePicture(raster.composite, { ...target, system: 'EPSG:3857' }, wish);
  return readParts(raster, wish, (part, own) => readPicture(part.file, target, requireSystem(part).projection, own));
}

/** Reads part of the pixels, as `readPart` does, of a raster that may be joined. @throws as that */
export function readJoinedPart(
  raster: OpenRaster,
  { x, y, width, height }: PixelWindow,
  size: { width: number; height: number },
  wish: PictureWish,
): Promise<Picture> {
  if (raster.composite) return readCompositePart(raster.composite, { x, y, width, height }, size, wish);
  return readParts(raster, wish, (part, own) => {
    const [across, down] = [part.file.width / raster.file.width, part.file.height / raster.file.height];
    return readPart(part.file, { x: x * across, y: y * down, width: width * across, height: height * down }, size, own);
  });
}

async function readParts(
  raster: OpenRaster,
  wish: PictureWish,
  read: (part: OpenRaster, wish: PictureWish) => Promise<Picture>,
): Promise<Picture> {
  if (!raster.parts) return read(raster, wish);
  const wanted = raster.parts.flatMap((part) => Array.from({ length: part.file.bands }, (_, band) => ({ part, band })));
  const parts = [...new Set(wish.bands.map((band) => wanted[band]!.part))];
  const pictures = await Promise.all(
    parts.map((part) => {
      const bands = wish.bands.filter((band) => wanted[band]!.part === part).map((band) => wanted[band]!.band);
      return read(part, { ...wish, bands });
    }),
  );
  const rest = pictures.map(({ bands }) => [...bands]);
  const [first, ...others] = pictures;
  for (const { valid } of others) {
    for (let pixel = 0; pixel < valid.length; pixel += 1)
      if (valid[pixel]! > first!.valid[pixel]!) first!.valid[pixel] = valid[pixel]!;
    letGo(valid);
  }
  // Each part gives its bands in the order in which they were wanted.
  return { ...first!, bands: wish.bands.map((band) => rest[parts.indexOf(wanted[band]!.part)]!.shift()!) };
}

function isSamePlace(first: OpenRaster, second: OpenRaster): boolean {
  if (first === second) return true;
  const [one, other] = [first.file.transform, second.file.transform];
  if (!one || !other || first.system?.definition !== second.system?.definition) return false;
  const near = (a: number, b: number, pixel: number): boolean => Math.abs(a - b) <= Math.abs(pixel) * slack;
  const cornersOf = ({ file }: OpenRaster, { a, b, c, d, e, f }: NonNullable<typeof one>): number[] => [
    c,
    f,
    c + a * file.width + b * file.height,
    f + d * file.width + e * file.height,
  ];
  const [corners, others] = [cornersOf(first, one), cornersOf(second, other)];
  const pixel = Math.max(Math.hypot(other.a, other.d), Math.hypot(other.b, other.e));
  return corners.every((corner, at) => near(corner, others[at]!, pixel));
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
