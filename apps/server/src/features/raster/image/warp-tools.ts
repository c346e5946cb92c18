import { GromaError } from '@groma/model';
import { describeCrs, isCrsText } from '../../../platform/gdal/describe-crs.ts';
import { outsideBox } from '../render/window-of-box.ts';
import { nothingOf, type GdalImage, type GdalImages } from './gdal-images.ts';
import type { MadeOfImages, WantedImageWork } from './image-work.ts';
import { requireSize } from './require-size.ts';

/** Memory of gdalwarp for what it works on, in megabytes. */
const memory = ['-wm', '256'];

/** The sides of an image in its system, and those of a pixel. @throws GromaError FILE_UNREADABLE */
function gridOf({ name, info: { size, geoTransform } }: GdalImage) {
  const [west, across, turnX, north, turnY, down] = geoTransform ?? [];
  if (across === undefined || !across || !down || turnX !== 0 || turnY !== 0)
    throw new GromaError('FILE_UNREADABLE', {
      name,
      detail: 'its pixels do not lie along the axes of a coordinate system.',
    });
  return {
    west: west!,
    north: north!,
    across,
    down: -down,
    east: west! + across * size[0],
    south: north! + down * size[1],
  };
}

/** Cuts an image to polygons, on its own pixels. */
export async function clipImage(images: GdalImages, { parameters, features }: WantedImageWork): Promise<MadeOfImages> {
  const image = await images.image('image', parameters['image'], features?.bbox);
  const words = ['-cutline', images.sandbox.input('features.gpkg'), '-crop_to_cutline', ...gridWords(image)];
  const file = await images.runForImage(
    'gdalwarp',
    [...words, ...memory, ...nothingOf(image.info), image.source],
    image.name,
  );
  return { kind: 'image', file };
}

function gridWords(image: GdalImage): string[] {
  const { across, down } = gridOf(image);
  return ['-tr', String(across), String(down)];
}

/** Puts images on the pixels of the first. */
export async function mosaic(images: GdalImages, { parameters, view }: WantedImageWork): Promise<MadeOfImages> {
  const all: GdalImage[] = [];
  for (const path of parameters['images'] as readonly string[])
    try {
      // oxlint-disable-next-line no-await-in-loop
      all.push(await images.image('images', path));
    } catch (error) {
      // Of those that are only looked at some may lie elsewhere.
      if (!view || !(error instanceof GromaError) || error.details['detail'] !== outsideBox) throw error;
    }
  const [first] = all;
  if (!first && view) throw new GromaError('FILE_UNREADABLE', { name: 'images', detail: outsideBox });
  if (!first) throw new GromaError('TOOL_NEEDS_IMAGES', { least: 2 });
  const other = all.find(({ info }) => info.bands.length !== first.info.bands.length);
  if (other)
    throw new GromaError('BAD_INPUT', {
      detail: `images: “${other.name}” has ${other.info.bands.length} bands, “${first.name}” ${first.info.bands.length}.`,
    });
  const words = [...gridWords(first), ...extentWords(all), '-r', String(parameters['method']), ...memory];
  const sources = all.map(({ source }) => source);
  const file = await images.runForImage('gdalwarp', [...words, ...nothingOf(first.info), ...sources], first.name);
  return { kind: 'image', file };
}

/** The extent of all on the pixels of the first, where all are in one system; else GDAL finds it. */
function extentWords(all: readonly GdalImage[]): string[] {
  const [first] = all;
  if (all.some(({ info }) => info.coordinateSystem?.wkt !== first!.info.coordinateSystem?.wkt)) return [];
  const own = gridOf(first!);
  const grids = all.map(gridOf);
  const west = Math.min(...grids.map((grid) => grid.west));
  const north = Math.max(...grids.map((grid) => grid.north));
  const east = Math.max(...grids.map((grid) => grid.east));
  const south = Math.min(...grids.map((grid) => grid.south));
  // Less than a thousandth of a pixel is rounding.
  const steps = (length: number, side: number): number => Math.ceil(length / side - 0.001);
  const [left, up] = [steps(own.west - west, own.across), steps(north - own.north, own.down)];
  const [right, low] = [steps(east - own.west, own.across), steps(own.north - south, own.down)];
  requireSize(first!.name, (left + right) * (up + low) * first!.info.bands.length);
  const box = [
    own.west - left * own.across,
    own.north - low * own.down,
    own.west + right * own.across,
    own.north + up * own.down,
  ];
  return ['-te', ...box.map(String)];
}

/** Gives an image pixels of another size. */
export async function resample(images: GdalImages, { parameters, view }: WantedImageWork): Promise<MadeOfImages> {
  const image = await images.image('image', parameters['image']);
  const { west, south, east, north, across } = gridOf(image);
  // What is only looked at has no finer pixels than it is looked at with.
  const side = view ? Math.max(Number(parameters['cell_size']), across) : Number(parameters['cell_size']);
  requireSize(image.name, ((east - west) / side) * ((north - south) / side) * image.info.bands.length);
  const words = ['-tr', String(side), String(side), '-r', String(parameters['method']), ...memory];
  const file = await images.runForImage('gdalwarp', [...words, ...nothingOf(image.info), image.source], image.name);
  return { kind: 'image', file };
}

/** Brings an image into another coordinate system. @throws GromaError BAD_INPUT for one that nobody knows */
export async function reproject(images: GdalImages, { parameters, signal }: WantedImageWork): Promise<MadeOfImages> {
  const crs = String(parameters['crs']).trim();
  if (!isCrsText(crs) || (await describeCrs(crs, 'wkt2', signal)) === null)
    throw new GromaError('BAD_INPUT', { detail: `crs: “${crs}” is no coordinate system.` });
  const image = await images.image('image', parameters['image']);
  const words = ['-t_srs', crs, '-r', String(parameters['method']), ...memory];
  const file = await images.runForImage('gdalwarp', [...words, ...nothingOf(image.info), image.source], image.name);
  return { kind: 'image', file };
}
