import { access } from 'node:fs/promises';
import { mkdir, writeFile } from 'node:fs/promises';
import { GromaError } from '@groma/model';
import { unreadable } from '../../../platform/gdal/write-raster.ts';
import type { GdalImages } from '../image/gdal-images.ts';

/** Where Debian and others put it: its module for 6S is what is needed. */
const programs = ['/usr/bin/grass', '/usr/local/bin/grass'];

/** One band that 6S corrects. */
export interface CorrectedBand {
  /** Names of files among those that are made. */
  from: string;
  to: string;
  /** Those numbers of the file that are reflectance 0 and 1. */
  range: readonly [number, number];
  parameters: string;
}

/** How people mend that GRASS is missing; null where it is there. */
export async function missingGrass(): Promise<string | null> {
  return (await findGrass()) ? null : 'ask the administrator of this server to install grass-core.';
}

async function findGrass(): Promise<string | null> {
  for (const program of programs) {
    // oxlint-disable-next-line no-await-in-loop
    if (
      await access(program).then(
        () => true,
        () => false,
      )
    )
      return program;
  }
  return null;
}

/**
 * Corrects bands by i.atcorr of GRASS, in the sandbox, one after another. All lie on the same pixels.
 * @throws GromaError UNAVAILABLE without GRASS, FILE_UNREADABLE with its complaint
 */
export async function correctBands(
  images: GdalImages,
  bands: readonly CorrectedBand[],
  { name, onBand }: { name: string; onBand: (done: number) => void },
): Promise<void> {
  const program = await findGrass();
  if (!program) throw new GromaError('UNAVAILABLE', { part: 'GRASS', remedy: (await missingGrass())! });
  for (const { parameters, to } of bands)
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(images.pathOf(`${to}.txt`), parameters);
  const script = `${bands[0]!.to}.sh`;
  await writeFile(images.pathOf(script), scriptOf(images, bands));
  await mkdir(images.pathOf('home'), { recursive: true });
  const words = [
    `HOME=${images.made('home')}`,
    'PATH=/usr/local/bin:/usr/bin:/bin',
    'GRASS_PYTHON=/usr/bin/python3',
    'GRASS_ENABLE_PYTHON_CHECK=0',
    'TMPDIR=/tmp',
    program,
    '--tmp-location',
    images.made(bands[0]!.from),
    '--exec',
    'sh',
    images.made(script),
  ];
  const exit = await images.sandbox.stream('/usr/bin/env', words, async (output) => {
    let text = '';
    for await (const chunk of output) {
      text = (text + chunk.toString('latin1')).slice(-4096);
      const done = text.match(/^done (\d+)$/gm)?.at(-1);
      if (done) onBand(Number(done.slice('done '.length)));
    }
  });
  if (exit.code !== 0)
    throw unreadable(name, { ...exit, errorText: exit.errorText.replaceAll(/^ERROR: /gm, 'ERROR 1: ') });
}

/** Names are those that we have given files: nothing of people stands in the script. */
function scriptOf(images: GdalImages, bands: readonly CorrectedBand[]): string {
  const lines = bands.flatMap(({ from, to, range }, at) => [
    `r.external --quiet --overwrite input=${images.made(from)} output=taken`,
    'g.region raster=taken',
    `i.atcorr -r --quiet --overwrite input=taken range=${range.join(',')} parameters=${images.made(`${to}.txt`)} output=given rescale=0,1`,
    `r.out.gdal --quiet -c -f input=given output=${images.made(to)} format=GTiff type=Float32 nodata=nan createopt=TILED=YES,COMPRESS=DEFLATE,ZLEVEL=1,BIGTIFF=IF_SAFER`,
    'g.remove -f --quiet type=raster name=taken,given',
    `echo done ${at + 1}`,
  ]);
  return ['set -e', ...lines, ''].join('\n');
}
