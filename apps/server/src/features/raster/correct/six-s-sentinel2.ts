import { join } from 'node:path';
import { GromaError } from '@groma/model';
import { findProjection } from '../../../platform/gdal/find-projection.ts';
import type { GdalImages } from '../image/gdal-images.ts';
import { requireSize } from '../image/require-size.ts';
import type { MadeOfImages, WantedImageWork } from '../image/image-work.ts';
import { nameBands, stackBands, type StackedBand } from './band-stack.ts';
import { findScenes, type FoundScene } from './find-scenes.ts';
import { correctBands, missingGrass } from './grass.ts';
import { sentinelBands, type SentinelBand, type SentinelScene } from './sentinel2-scene.ts';
import { sixSParameters } from './six-s-conditions.ts';

/** Numbers of satellites and of their first band in 6S; the third is like the second. */
const sensors = {
  S2A: { sensor: 25, firstBand: 166 },
  S2B: { sensor: 26, firstBand: 179 },
  S2C: { sensor: 26, firstBand: 179 },
};
/** Steps along the edges of an area: they are curves in another system. */
const edgeSteps = 21;
/** Shares of the work on a scene after which its bands are cut, and of all after which the result is written. */
const [cutShare, madeShare] = [0.4, 0.7];

/** Pixels of a scene within the area that is asked for. */
interface Cut {
  wkt: string;
  metres: number;
  box: readonly [west: number, south: number, east: number, north: number];
  /** Middle of the area, in degrees. */
  place: readonly [number, number];
}

/**
 * Surface reflectance of scenes of Sentinel-2 within polygons, by 6S.
 * @throws GromaError UNAVAILABLE without GRASS, SCENE_NONE, FILE_UNREADABLE, TOO_LARGE
 */
export async function sixSSentinel2(images: GdalImages, wanted: WantedImageWork): Promise<MadeOfImages> {
  const remedy = await missingGrass();
  if (remedy !== null) throw new GromaError('UNAVAILABLE', { part: 'GRASS', remedy });
  const found = await findScenes(images.files, wanted);
  try {
    const bands = bandsOfAll(found, Number(wanted.parameters['pixel_size']));
    const stacks: string[] = [];
    for (const [at, one] of found.entries()) {
      const share = (part: number): void => wanted.onProgress((madeShare * (at + part)) / found.length);
      // oxlint-disable-next-line no-await-in-loop -- one scene after another
      const stack = await correctScene(images, wanted, one, { bands, prefix: `s${at}`, share });
      if (stack !== null) stacks.push(stack);
    }
    if (stacks.length === 0)
      throw new GromaError('SCENE_NONE', {
        folder: String(wanted.parameters['scene_folder']),
        detail: `no scene from ${String(wanted.parameters['start_date'])} to ${String(wanted.parameters['end_date'])} lies in the polygons.`,
      });
    const name = found[0]!.scene.name;
    await joinScenes(images, stacks, bands, { name, metres: Number(wanted.parameters['pixel_size']) });
    return { kind: 'image', file: await images.asCog('image.tif', name) };
  } finally {
    for (const { files } of found) files.close();
  }
}

/** Bands with pixels of that size or less, which all scenes have. */
function bandsOfAll(found: readonly FoundScene[], metres: number): SentinelBand[] {
  const all = Object.keys(sentinelBands) as SentinelBand[];
  const fine = all.filter((band) => sentinelBands[band].metres <= metres);
  const bands = fine.filter((band) => found.every(({ scene }) => scene.bands.has(band)));
  if (bands.length === 0)
    throw new GromaError('FILE_UNREADABLE', {
      name: found[0]!.scene.name,
      detail: `it has no band with pixels of ${metres} metres (${fine.join(', ')}).`,
    });
  return bands;
}

/** Corrects the part of a scene in the polygons; null where there is none. */
async function correctScene(
  images: GdalImages,
  wanted: WantedImageWork,
  { scene, files }: FoundScene,
  { bands, prefix, share }: { bands: readonly SentinelBand[]; prefix: string; share(part: number): void },
): Promise<string | null> {
  const { parameters } = wanted;
  const input = await images.inputFolder();
  let cut: Cut | null = null;
  for (const [at, band] of bands.entries()) {
    // oxlint-disable no-await-in-loop -- one file after another
    const path = await files.take(scene.bands.get(band)!, join(input.folder, band));
    const source = input.source(`${band}/${path.slice(path.lastIndexOf('/') + 1)}`);
    cut ??= await cutOf(images, wanted, source, { name: scene.name, bands: bands.length });
    if (!cut) return null;
    await images.run('gdalwarp', cutWords(images, cut, band, source, `${prefix}-${band}.tif`), scene.name, [0, 0]);
    // oxlint-enable no-await-in-loop
    share((cutShare * (at + 1)) / bands.length);
  }
  const corrected = bands.map((band) => ({
    from: `${prefix}-${band}.tif`,
    to: `${prefix}-${band}-6s.tif`,
    range: [-scene.offset(band), scene.full - scene.offset(band)] as const,
    parameters: conditionsOf(scene, band, cut!, parameters),
  }));
  await correctBands(images, corrected, {
    name: scene.name,
    onBand: (done) => share(cutShare + ((1 - cutShare) * done) / bands.length),
  });
  const stack = `${prefix}.vrt`;
  const stacked = bands.map((band, at): StackedBand => ({ file: corrected[at]!.to, name: sentinelBands[band].name }));
  await stackBands(images, stack, stacked, scene.name);
  return stack;
}

function conditionsOf(
  scene: SentinelScene,
  band: SentinelBand,
  { place }: Cut,
  parameters: WantedImageWork['parameters'],
): string {
  const { sensor, firstBand } = sensors[scene.satellite];
  return sixSParameters({
    time: scene.time,
    place,
    sensor,
    angles: scene.sun && { sun: scene.sun, view: scene.view(band) ?? { zenith: 0, azimuth: 0 } },
    atmosphere: String(parameters['atmosphere']),
    aerosol: String(parameters['aerosol']),
    opticalDepth: Number(parameters['optical_depth']),
    height: Number(parameters['ground_height']),
    band: String(firstBand + sentinelBands[band].index),
  });
}

function cutWords(images: GdalImages, cut: Cut, band: SentinelBand, source: string, made: string): string[] {
  const { metres } = sentinelBands[band];
  const method = metres === cut.metres ? 'near' : metres < cut.metres ? 'average' : 'bilinear';
  return [
    ...images.plain,
    '-cutline',
    images.sandbox.input('features.gpkg'),
    '-te',
    ...cut.box.map(String),
    '-tr',
    String(cut.metres),
    String(cut.metres),
    '-r',
    method,
    '-srcnodata',
    '0',
    '-dstnodata',
    '0',
    '-ot',
    'UInt16',
    '-overwrite',
    '-wm',
    '256',
    source,
    images.made(made),
  ];
}

/** The pixels of a scene in the area of the polygons; null where they do not meet. */
async function cutOf(
  images: GdalImages,
  { parameters, features, signal }: WantedImageWork,
  source: string,
  { name, bands }: { name: string; bands: number },
): Promise<Cut | null> {
  const info = await images.describe(source, name);
  const wkt = info.coordinateSystem?.wkt ?? '';
  const [left, across, , top, , down] = info.geoTransform ?? [];
  const projection = wkt === '' ? null : await findProjection(wkt, signal);
  if (!projection || across === undefined)
    throw new GromaError('FILE_UNREADABLE', { name, detail: 'the file does not say where it is.' });
  const [west = 0, south = 0, east = 0, north = 0] = features?.bbox ?? [];
  const edge = Array.from({ length: edgeSteps }, (_, step) => step / (edgeSteps - 1)).flatMap((part) => [
    west + (east - west) * part,
    south,
    west + (east - west) * part,
    north,
    west,
    south + (north - south) * part,
    east,
    south + (north - south) * part,
  ]);
  const placed = [...(await projection.fromDegrees(Float64Array.from(edge)))];
  const [xs, ys] = [placed.filter((_, at) => at % 2 === 0), placed.filter((_, at) => at % 2 === 1)].map((each) =>
    each.filter(Number.isFinite),
  ) as [number[], number[]];
  const metres = Number(parameters['pixel_size']);
  const [width, height] = info.size;
  const box = [
    Math.max(left!, Math.floor(Math.min(...xs) / metres) * metres),
    Math.max(top! + down! * height, Math.floor(Math.min(...ys) / metres) * metres),
    Math.min(left! + across * width, Math.ceil(Math.max(...xs) / metres) * metres),
    Math.min(top!, Math.ceil(Math.max(...ys) / metres) * metres),
  ] as const;
  if (!(box[2] > box[0] && box[3] > box[1])) return null;
  requireSize(name, ((box[2] - box[0]) / metres) * ((box[3] - box[1]) / metres) * bands);
  const middle = [...(await projection.toDegrees(Float64Array.of((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)))];
  return { wkt, metres, box, place: [middle[0]!, middle[1]!] };
}

/** Writes one image of all scenes, the first on top of the others. */
async function joinScenes(
  images: GdalImages,
  stacks: readonly string[],
  bands: readonly SentinelBand[],
  { name, metres }: { name: string; metres: number },
): Promise<void> {
  let stack = stacks[0]!;
  if (stacks.length > 1) {
    const { coordinateSystem } = await images.describe(images.made(stack), name, { isVirtual: true });
    const words = ['-t_srs', coordinateSystem?.wkt ?? '', '-tr', String(metres), String(metres), '-tap'];
    const sources = stacks.toReversed().map((each) => images.made(each));
    await images.runVirtual(
      'gdalwarp',
      [...images.plain, ...words, '-dstnodata', 'nan', '-wm', '256', ...sources, images.made('joined.tif')],
      name,
      [madeShare, madeShare],
    );
    stack = 'joined.vrt';
    await images.runVirtual(
      'gdal_translate',
      ['-q', '-of', 'VRT', images.made('joined.tif'), images.made(stack)],
      name,
      [madeShare, madeShare],
    );
    await nameBands(
      images,
      stack,
      bands.map((band) => sentinelBands[band].name),
    );
  }
  await images.runVirtual('gdal_translate', [...images.plain, images.made(stack), images.made('image.tif')], name, [
    madeShare,
    madeShare,
  ]);
}
