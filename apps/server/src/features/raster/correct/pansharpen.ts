import { writeFile } from 'node:fs/promises';
import { GromaError } from '@groma/model';
import type { GdalImage, GdalImages } from '../image/gdal-images.ts';
import { requireSize } from '../image/require-size.ts';
import type { MadeOfImages, WantedImageWork } from '../image/image-work.ts';
import { gaussianKernel, sharpenedVrt, smoothedVrt, type SharpenedBand } from './pansharpening-vrt.ts';

const leastBands = 3;
/** Share of the work after which the sharpened image is there, and is only written for good. */
const sharpenedShare = 0.7;

interface Grid {
  west: number;
  north: number;
  east: number;
  south: number;
  across: number;
  down: number;
}

/**
 * Gives an image the detail of a panchromatic one, by windows in GDAL: bands under a Gaussian (sigma in panchromatic
 * pixels), brought to the panchromatic pixels by cubic convolution, then weighted Brovey.
 * @throws GromaError BAD_INPUT, FILE_UNREADABLE, TOO_LARGE
 */
export async function pansharpen(images: GdalImages, { parameters }: WantedImageWork): Promise<MadeOfImages> {
  const bands = await images.image('multiband_source_path', parameters['multiband_source_path']);
  const pan = await images.image('pan_source_path', parameters['pan_source_path']);
  const [own, fine] = [gridOf(bands), gridOf(pan)];
  requireFit({ bands, pan }, own, fine);
  const wanted = { bands: bandsOf(bands, parameters), pan: pan.source, nodata: nodataOf(bands) };
  requireSize(pan.name, pan.info.size[0] * pan.info.size[1] * wanted.bands.length);
  const kernel = gaussianKernel((Number(parameters['smooth_sigma']) * fine.across) / own.across);
  if (kernel) {
    const place = {
      size: bands.info.size,
      geoTransform: bands.info.geoTransform!,
      wkt: bands.info.coordinateSystem?.wkt ?? '',
    };
    await writeFile(images.pathOf('smoothed.vrt'), smoothedVrt({ ...wanted, source: bands.source }, place, kernel));
  }
  const numbered = kernel ? wanted.bands.map((band, at) => ({ ...band, number: at + 1 })) : wanted.bands;
  const source = kernel ? images.made('smoothed.vrt') : bands.source;
  const window = Number(parameters['window_size']);
  await writeFile(images.pathOf('sharp.vrt'), sharpenedVrt({ ...wanted, bands: numbered, source, window }));
  await images.runVirtual(
    'gdal_translate',
    [...images.plain, images.made('sharp.vrt'), images.made('image.tif')],
    pan.name,
    [0, sharpenedShare],
  );
  return { kind: 'image', file: await images.asCog('image.tif', bands.name) };
}

/** @throws GromaError FILE_UNREADABLE */
function gridOf({ name, info: { size, geoTransform } }: GdalImage): Grid {
  const [west, across, turnX, north, turnY, down] = geoTransform ?? [];
  if (!across || !down || turnX !== 0 || turnY !== 0 || across < 0 || down > 0)
    throw new GromaError('FILE_UNREADABLE', {
      name,
      detail: 'its pixels do not lie along the axes of a coordinate system.',
    });
  return {
    west: west!,
    north: north!,
    east: west! + across * size[0],
    south: north! + down * size[1],
    across,
    down: -down,
  };
}

/** @throws GromaError BAD_INPUT where the images do not belong together */
function requireFit({ bands, pan }: { bands: GdalImage; pan: GdalImage }, own: Grid, fine: Grid): void {
  const refuse = (detail: string): never => {
    throw new GromaError('BAD_INPUT', { detail });
  };
  if (systemOf(bands) !== systemOf(pan))
    refuse(`“${bands.name}” and “${pan.name}” are in different coordinate systems. Reproject one of them.`);
  if (fine.across >= own.across || fine.down >= own.down)
    refuse(`pan_source_path: the pixels of “${pan.name}” are no smaller than those of “${bands.name}”.`);
  if (
    Math.min(own.east, fine.east) <= Math.max(own.west, fine.west) ||
    Math.min(own.north, fine.north) <= Math.max(own.south, fine.south)
  )
    refuse(`“${bands.name}” and “${pan.name}” do not overlap.`);
}

/** The code of a system, or all of its text. */
function systemOf({ info: { coordinateSystem } }: GdalImage): string {
  const wkt = coordinateSystem?.wkt?.trim() ?? '';
  return /ID\["EPSG",\s*(\d+)\]\]$/.exec(wkt)?.[1] ?? wkt;
}

/** Those that are sharpened, in the order of the image. Further bands than red, green and blue weigh nothing. */
function bandsOf({ name, info }: GdalImage, parameters: WantedImageWork['parameters']): SharpenedBand[] {
  const spectral = info.bands.filter(({ colorInterpretation }) => colorInterpretation !== 'Alpha');
  if (spectral.length < leastBands)
    throw new GromaError('BAD_INPUT', {
      detail: `multiband_source_path: “${name}” has ${spectral.length === 1 ? '1 band' : `${spectral.length} bands`}, and needs at least ${leastBands}.`,
    });
  const order = parameters['band_order'] === 'RGBN' ? ['red', 'green', 'blue'] : ['blue', 'green', 'red'];
  return spectral.map(({ band, type, description }, at) => ({
    number: band,
    type,
    weight: at < order.length ? Number(parameters[`${order[at]![0]}_weight`]) : 0,
    description: description ?? order[at] ?? (at === order.length ? 'nir' : ''),
  }));
}

function nodataOf({ info: { bands } }: GdalImage): number | null {
  const [none] = bands.flatMap(({ noDataValue }) => (noDataValue === undefined ? [] : [Number(noDataValue)]));
  return none === undefined || !Number.isFinite(none) ? null : none;
}
