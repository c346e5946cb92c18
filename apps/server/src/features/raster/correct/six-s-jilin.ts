import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, GromaError, parseExistingPath, type DataPath } from '@groma/model';
import { findProjection } from '../../../platform/gdal/find-projection.ts';
import type { GdalInfo } from '../../../platform/gdal/gdal-info.ts';
import type { GdalImages } from '../image/gdal-images.ts';
import { requireSize } from '../image/require-size.ts';
import type { MadeOfImages, WantedImageWork } from '../image/image-work.ts';
import { stackBands } from './band-stack.ts';
import { correctBands, missingGrass } from './grass.ts';
import {
  plainResponse,
  readJilinMetadata,
  readResponses,
  reflectanceOf,
  type BandResponse,
  type JilinMetadata,
} from './jilin-scene.ts';
import { MetadataUnreadable, mostXmlBytes } from './metadata-xml.ts';
import { ownBand, sixSParameters } from './six-s-conditions.ts';

const bandNames = ['blue', 'green', 'red', 'nir'];
const nothing = -9999;
const [cutShare, madeShare] = [0.3, 0.7];

/** Files of a scene in its folder. */
interface JilinFolder {
  image: DataPath;
  metadata: DataPath;
  responses: DataPath | null;
}

/**
 * Surface reflectance of a Jilin-1 scene by 6S, of radiance by the gains in its metadata.
 * @throws GromaError UNAVAILABLE without GRASS, SCENE_NONE, FILE_UNREADABLE, TOO_LARGE
 */
export async function sixSJilin(images: GdalImages, wanted: WantedImageWork): Promise<MadeOfImages> {
  const remedy = await missingGrass();
  if (remedy !== null) throw new GromaError('UNAVAILABLE', { part: 'GRASS', remedy });
  const folder = await findJilin(images, wanted);
  const name = baseName(folder.image);
  const { source, info } = await images.image('source_folder_path', folder.image);
  const bands = Math.min(info.bands.length, bandNames.length);
  if (bands < bandNames.length)
    throw new GromaError('FILE_UNREADABLE', { name, detail: `it has ${bands} bands in place of ${bandNames.length}.` });
  requireSize(name, info.size[0] * info.size[1] * bands);
  const metadata = await metadataOf(images, wanted, folder.metadata, bands);
  const responses = await responsesOf(images, wanted, folder.responses, bands);
  const place = await middleOf(info, name, wanted.signal);
  const corrected = bandNames.map((band, at) => ({
    from: `${band}.tif`,
    to: `${band}-6s.tif`,
    range: [0, 1] as const,
    parameters: conditionsOf(metadata, responses[at]!, place, wanted.parameters),
  }));
  for (const [at, band] of bandNames.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one band after another
    await writeReflectance(images, { source, name, band, number: at + 1 }, reflectanceOf(metadata, at, responses[at]!));
    wanted.onProgress((cutShare * (at + 1)) / bands);
  }
  await correctBands(images, corrected, {
    name,
    onBand: (done) => wanted.onProgress(cutShare + ((madeShare - cutShare) * done) / bands),
  });
  const stacked = bandNames.map((band, at) => ({ file: corrected[at]!.to, name: band }));
  await stackBands(images, 'stack.vrt', stacked, name);
  await images.runVirtual(
    'gdal_translate',
    [...images.plain, images.made('stack.vrt'), images.made('image.tif')],
    name,
    [0, 0],
  );
  return { kind: 'image', file: await images.asCog('image.tif', name) };
}

async function findJilin(images: GdalImages, { projectId, parameters }: WantedImageWork): Promise<JilinFolder> {
  const folder = String(parameters['source_folder_path']);
  const files = (await images.files.list(projectId, parseExistingPath(folder))).filter(({ isDir }) => !isDir);
  const named = (pattern: RegExp): DataPath[] =>
    files.map(({ path }) => path).filter((path) => pattern.test(baseName(path)));
  const tiffs = named(/\.tiff?$/i).filter((path) => !/(?:^|[_-])PAN(?:[_.-]|$)/i.test(baseName(path)));
  const image = tiffs.find((path) => /MSS|MUX|MUL/i.test(baseName(path))) ?? tiffs[0];
  const refuse = (detail: string): GromaError => new GromaError('SCENE_NONE', { folder, detail });
  if (!image) throw refuse('there is no GeoTIFF of its multispectral bands (…_MSS.tif).');
  const texts = named(/\.xml$/i).filter((path) => !/\.aux\.xml$/i.test(path));
  const stem = baseName(image).replace(/\.tiff?$/i, '');
  const metadata = texts.find((path) => baseName(path).startsWith(stem)) ?? texts[0];
  if (!metadata) throw refuse(`there is no metadata of “${baseName(image)}” (${stem}.xml).`);
  return { image, metadata, responses: named(/response.*\.csv$/i)[0] ?? null };
}

async function textOf(images: GdalImages, { projectId, folder }: WantedImageWork, path: DataPath): Promise<string> {
  const into = join(folder, 'texts');
  await mkdir(into, { recursive: true });
  const stored = await images.files.stat(projectId, path);
  if ((stored?.bytes ?? 0) > mostXmlBytes)
    throw new GromaError('FILE_UNREADABLE', { name: baseName(path), detail: 'it is too large.' });
  return readFile(await images.files.lend(projectId, path, into), 'utf8');
}

async function metadataOf(
  images: GdalImages,
  wanted: WantedImageWork,
  path: DataPath,
  bands: number,
): Promise<JilinMetadata> {
  const refuse = (detail: string): GromaError => new GromaError('FILE_UNREADABLE', { name: baseName(path), detail });
  try {
    const found = readJilinMetadata(await textOf(images, wanted, path), bands);
    if ('missing' in found) throw refuse(`it does not say ${found.missing}.`);
    return found;
  } catch (error) {
    throw error instanceof MetadataUnreadable ? refuse(error.message) : error;
  }
}

async function responsesOf(
  images: GdalImages,
  wanted: WantedImageWork,
  path: DataPath | null,
  bands: number,
): Promise<BandResponse[]> {
  if (path === null) return Array.from({ length: bands }, (_, band) => plainResponse(band));
  const found = readResponses(await textOf(images, wanted, path), bands);
  if (found) return found;
  throw new GromaError('FILE_UNREADABLE', {
    name: baseName(path),
    detail: `it is no table of wavelengths in nanometres and the response of ${bands} bands.`,
  });
}

async function middleOf(info: GdalInfo, name: string, signal: AbortSignal): Promise<readonly [number, number]> {
  const [west, across, turnX, north, turnY, down] = info.geoTransform ?? [];
  const wkt = info.coordinateSystem?.wkt ?? '';
  const projection = wkt === '' ? null : await findProjection(wkt, signal);
  if (!projection || across === undefined)
    throw new GromaError('FILE_UNREADABLE', { name, detail: 'the file does not say where it is.' });
  const [column, row] = [info.size[0] / 2, info.size[1] / 2];
  const middle = Float64Array.of(west! + across * column + turnX! * row, north! + turnY! * column + down! * row);
  const [longitude, latitude] = await projection.toDegrees(middle);
  return [longitude!, latitude!];
}

function conditionsOf(
  { time, sun, view }: JilinMetadata,
  { from, values }: BandResponse,
  place: readonly [number, number],
  parameters: WantedImageWork['parameters'],
): string {
  return sixSParameters({
    time,
    place,
    sensor: 0,
    angles: { sun, view },
    atmosphere: String(parameters['atmosphere']),
    aerosol: String(parameters['aerosol']),
    opticalDepth: Number(parameters['optical_depth']),
    height: Number(parameters['ground_height']),
    band: ownBand(from, values),
  });
}

/** Writes a band as reflectance above the air; numbers of 0 are nothing. */
async function writeReflectance(
  images: GdalImages,
  { source, name, band, number }: { source: string; name: string; band: string; number: number },
  { factor, summand }: { factor: number; summand: number },
): Promise<void> {
  const virtual = `${band}.vrt`;
  const words = ['-q', '-of', 'VRT', '-ot', 'Float32', '-a_nodata', String(nothing), '-b', String(number)];
  await images.runVirtual('gdal_translate', [...words, source, images.made(virtual)], name, [0, 0]);
  const text = await readFile(images.pathOf(virtual), 'utf8');
  const scaled = text
    .replaceAll(/<(\/?)(?:Simple|Complex)Source/g, '<$1ComplexSource')
    .replaceAll(/\s*<NODATA>[^<]*<\/NODATA>/g, '')
    .replaceAll(
      '</ComplexSource>',
      `<NODATA>0</NODATA><ScaleOffset>${summand}</ScaleOffset><ScaleRatio>${factor}</ScaleRatio></ComplexSource>`,
    );
  await writeFile(images.pathOf(virtual), scaled);
  await images.runVirtual(
    'gdal_translate',
    [...images.plain, images.made(virtual), images.made(`${band}.tif`)],
    name,
    [0, 0],
  );
}
