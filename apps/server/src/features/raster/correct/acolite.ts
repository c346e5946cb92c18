import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { baseName, GromaError, parseExistingPath } from '@groma/model';
import { rasterSandbox, unreadable } from '../../../platform/gdal/write-raster.ts';
import type { GdalImages } from '../image/gdal-images.ts';
import type { MadeOfImages, WantedImageWork } from '../image/image-work.ts';
import { nameBands, stackBands } from './band-stack.ts';
import { findScenes, type FoundScene } from './find-scenes.ts';

const remedy =
  'ask the administrator of this server to install ACOLITE (github.com/acolite/acolite) and to set GROMA_ACOLITE to its program.';
const [ranShare, madeShare] = [0.6, 0.7];
const plainMetres = 10;

/** What ACOLITE is missing, in the words of an UNAVAILABLE error; null where the settings name it. */
export function missingAcolite(program: string | undefined): string | null {
  return program && existsSync(program) ? null : remedy;
}

/**
 * Reflectance of scenes of Sentinel-2 by ACOLITE’s dark spectrum fitting, in the box around the polygons.
 * @throws GromaError UNAVAILABLE without ACOLITE, SCENE_NONE, FILE_UNREADABLE
 */
export async function acoliteSentinel2(images: GdalImages, wanted: WantedImageWork): Promise<MadeOfImages> {
  const program = requireProgram(images);
  const found = await findScenes(images.files, wanted);
  try {
    const size = Number(wanted.parameters['pixel_size']);
    // ACOLITE gives these.
    const metres = [60, 20].find((each) => size >= each) ?? plainMetres;
    const stacks: string[] = [];
    for (const [at, { scene, files }] of found.entries()) {
      // oxlint-disable no-await-in-loop -- one scene after another
      const source = await takeAll(images, { scene, files });
      const [west = 0, south = 0, east = 0, north = 0] = wanted.features?.bbox ?? [];
      const limits = [`limit=${[south, west, north, east].join(',')}`, `s2_target_res=${metres}`];
      stacks.push(
        await runAcolite(images, wanted, { program, source, name: scene.name, prefix: `a${at}`, lines: limits }),
      );
      // oxlint-enable no-await-in-loop
      wanted.onProgress((ranShare * (at + 1)) / found.length);
    }
    return await joined(images, stacks, found[0]!.scene.name);
  } finally {
    for (const { files } of found) files.close();
  }
}

/**
 * Reflectance of a scene of Jilin-1 by ACOLITE, which says itself whether it reads the scene.
 * @throws GromaError UNAVAILABLE without ACOLITE, SCENE_NONE, FILE_UNREADABLE
 */
export async function acoliteJilin(images: GdalImages, wanted: WantedImageWork): Promise<MadeOfImages> {
  const program = requireProgram(images);
  const folder = String(wanted.parameters['source_folder_path']);
  const files = (await images.files.list(wanted.projectId, parseExistingPath(folder))).filter(({ isDir }) => !isDir);
  if (!files.some(({ path }) => /\.tiff?$/i.test(path)))
    throw new GromaError('SCENE_NONE', { folder, detail: 'there is no GeoTIFF.' });
  const input = await images.inputFolder();
  const name = baseName(parseExistingPath(folder));
  await mkdir(join(input.folder, 'scene'));
  // oxlint-disable-next-line no-await-in-loop -- one file after another
  for (const { path } of files) await images.files.lend(wanted.projectId, path, join(input.folder, 'scene'));
  const source = input.source('scene');
  return joined(images, [await runAcolite(images, wanted, { program, source, name, prefix: 'a0', lines: [] })], name);
}

function requireProgram(images: GdalImages): string {
  const program = images.processing.acolite;
  const missing = missingAcolite(program);
  if (missing !== null) throw new GromaError('UNAVAILABLE', { part: 'ACOLITE', remedy: missing });
  return program!;
}

/** All files of a scene in one folder, as ACOLITE wants them; its name there. */
async function takeAll(images: GdalImages, { scene, files }: FoundScene): Promise<string> {
  const safe = files.names
    .find((name) => /\.SAFE\//.test(name))
    ?.split('/')
    .find((part) => part.endsWith('.SAFE'));
  if (!safe)
    throw new GromaError('FILE_UNREADABLE', {
      name: scene.name,
      detail: 'ACOLITE needs the whole folder S2…MSIL1C….SAFE.',
    });
  const input = await images.inputFolder();
  for (const name of files.names) {
    const inside = name.slice(name.indexOf(safe));
    const parts = inside.split('/');
    if (parts[0] !== safe || parts.includes('..')) continue;
    // oxlint-disable-next-line no-await-in-loop -- one file after another
    await files.take(name, join(input.folder, dirname(inside)));
  }
  return input.source(safe);
}

interface AcoliteRun {
  program: string;
  source: string;
  name: string;
  prefix: string;
  lines: readonly string[];
}

/** Runs the program in the sandbox and puts the bands it gives behind each other. */
async function runAcolite(
  images: GdalImages,
  { folder, signal }: WantedImageWork,
  { program, source, name, prefix, lines }: AcoliteRun,
): Promise<string> {
  const [into, home] = [`${prefix}-bands`, `${prefix}-home`];
  await Promise.all([into, home].map((each) => mkdir(images.pathOf(each))));
  const settings = [
    `inputfile=${source}`,
    `output=${images.made(into)}`,
    ...lines,
    'l2w_parameters=None',
    'l2r_export_geotiff=True',
    'rgb_rhot=False',
    'rgb_rhos=False',
    'map_l2w=False',
  ];
  await writeFile(images.pathOf(`${prefix}.txt`), `${settings.join('\n')}\n`);
  // ACOLITE reads and writes more than we do, by the same library.
  const sandbox = await rasterSandbox({ ...images.places, signal, readable: [dirname(program)] }, [
    'VRT',
    'netCDF',
    'HDF4',
    'HDF5',
  ]);
  const start = program.endsWith('.py') ? ['/usr/bin/python3', program] : [program];
  const words = [`HOME=${images.made(home)}`, ...start, '--cli', `--settings=${images.made(`${prefix}.txt`)}`];
  let said = '';
  const exit = await sandbox.stream('/usr/bin/env', words, async (output) => {
    for await (const chunk of output) said = (said + chunk.toString('utf8')).slice(-4096);
  });
  const bands = (await readdir(images.pathOf(into), { recursive: true }))
    .flatMap((file) => {
      const wavelength = /_rhos_(\d+)\.tiff?$/.exec(file)?.[1];
      return wavelength
        ? [{ file: `${into}/${file}`, name: `rhos_${wavelength}`, wavelength: Number(wavelength) }]
        : [];
    })
    .toSorted((one, other) => one.wavelength - other.wavelength);
  if (exit.code !== 0)
    throw unreadable(name, { ...exit, errorText: `ERROR: ACOLITE: ${lastLine(exit.errorText || said)}` });
  if (bands.length === 0)
    throw new GromaError('FILE_UNREADABLE', { name, detail: `ACOLITE made no bands of it: ${lastLine(said)}` });
  await stackBands(images, join(`${prefix}.vrt`), bands, baseName(folder));
  return `${prefix}.vrt`;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() || 'it said nothing.';
}

async function joined(images: GdalImages, stacks: readonly string[], name: string): Promise<MadeOfImages> {
  let stack = stacks[0]!;
  if (stacks.length > 1) {
    const { bands } = await images.describe(images.made(stack), name, { isVirtual: true });
    const sources = stacks.toReversed().map((each) => images.made(each));
    await images.runVirtual('gdalwarp', [...images.plain, '-wm', '256', ...sources, images.made('joined.tif')], name, [
      ranShare,
      madeShare,
    ]);
    stack = 'joined.vrt';
    await images.runVirtual(
      'gdal_translate',
      ['-q', '-of', 'VRT', images.made('joined.tif'), images.made(stack)],
      name,
      [0, 0],
    );
    await nameBands(
      images,
      stack,
      bands.map(({ description }) => description ?? ''),
    );
  }
  await images.runVirtual(
    'gdal_translate',
    [...images.plain, images.made(stack), images.made('image.tif')],
    name,
    [0, 0],
  );
  return { kind: 'image', file: await images.asCog('image.tif', name) };
}
