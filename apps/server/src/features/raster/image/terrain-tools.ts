import { bandNumber, type GdalImage, type GdalImages } from './gdal-images.ts';
import type { MadeOfImages, WantedImageWork } from './image-work.ts';

/** Metres of a degree along a meridian, as GDAL takes it for heights in metres over degrees. */
const metresOfDegree = '111120';

/** Shades, slopes and aspects of heights (Horn 1981), by gdaldem. */
export async function terrain(images: GdalImages, { tool, parameters }: WantedImageWork): Promise<MadeOfImages> {
  const image = await images.image('image', parameters['image']);
  const words = {
    hillshade: [
      '-az',
      String(parameters['azimuth']),
      '-alt',
      String(parameters['altitude']),
      ...heights(image, parameters),
    ],
    slope: [...(parameters['slope_unit'] === 'percent' ? ['-p'] : []), ...heights(image, parameters)],
    aspect: [],
  }[tool as 'hillshade' | 'slope' | 'aspect'];
  const band = ['-b', String(bandNumber(image, parameters['band'])), '-compute_edges'];
  await images.run(
    'gdaldem',
    [tool, image.source, images.made('image.tif'), ...band, ...words, '-of', 'GTiff', '-co', 'TILED=YES'],
    image.name,
    [0, 0.7],
  );
  return { kind: 'image', file: await images.asCog('image.tif', image.name) };
}

function heights({ info }: GdalImage, parameters: WantedImageWork['parameters']): string[] {
  const isDegrees = /^\s*(?:BOUNDCRS\[\s*SOURCECRS\[\s*)?GEOG/i.test(info.coordinateSystem?.wkt ?? '');
  return ['-z', String(parameters['z_factor']), ...(isDegrees ? ['-s', metresOfDegree] : [])];
}

/** Lines of equal value, by gdal_contour. */
export async function contours(images: GdalImages, { parameters }: WantedImageWork): Promise<MadeOfImages> {
  const image = await images.image('image', parameters['image']);
  const { contour_interval: interval, base, band } = parameters;
  await images.run(
    'gdal_contour',
    [
      '-f',
      'GPKG',
      '-nln',
      'contours',
      '-a',
      'elev',
      '-i',
      String(interval),
      '-off',
      String(base),
      '-b',
      String(bandNumber(image, band)),
      image.source,
      images.made('contours.gpkg'),
    ],
    image.name,
  );
  return { kind: 'features', file: images.pathOf('contours.gpkg') };
}

/** Areas of equal value, by gdal_polygonize. */
export async function polygonise(images: GdalImages, { parameters }: WantedImageWork): Promise<MadeOfImages> {
  const image = await images.image('image', parameters['image']);
  await images.run(
    'gdal_polygonize.py',
    [
      ...(parameters['diagonal'] === true ? ['-8'] : []),
      '-b',
      String(bandNumber(image, parameters['band'])),
      '-f',
      'GPKG',
      image.source,
      images.made('areas.gpkg'),
      'areas',
      'value',
    ],
    image.name,
  );
  return { kind: 'features', file: images.pathOf('areas.gpkg') };
}
