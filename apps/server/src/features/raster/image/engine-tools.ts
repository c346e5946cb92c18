import { GromaError } from '@groma/model';
import type { FocalFilter } from '@groma/raster';
import type { RasterSource } from '../pool/raster-task.ts';
import type { GdalImage, GdalImages } from './gdal-images.ts';
import type { ImageJob } from './image-question.ts';
import { ImageThread } from './image-thread-of-run.ts';
import type { MadeOfImages, WantedImageWork } from './image-work.ts';

/** Roles of bands that indices name. */
const roles = ['blue', 'green', 'red', 'rededge', 'nir', 'swir1', 'swir2'];
/** Shares of the work after which the images lie on the same pixels, and the result is made. */
const [alignedShare, madeShare] = [0.2, 0.7];

/** Tools that our own engine carries out, by stripes. */
export async function byEngine(images: GdalImages, wanted: WantedImageWork): Promise<MadeOfImages> {
  const { parameters, signal, onProgress } = wanted;
  const all: GdalImage[] = [];
  // oxlint-disable-next-line no-await-in-loop
  for (const [parameter, text] of imagesOf(wanted)) all.push(await images.image(parameter, text));
  const [first] = all;
  if (!first) throw new GromaError('TOOL_NEEDS_IMAGES', { least: 1 });
  const sources: RasterSource[] = [];
  for (const [at, image] of all.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    const path = at === 0 ? image.path : await images.onPixelsOf(first, image, String(parameters['method']));
    sources.push({ path, version: null, id: `${path} ${at}`, name: image.name });
  }
  onProgress(alignedShare);
  const over = new AbortController();
  const thread = new ImageThread(AbortSignal.any([signal, over.signal]));
  const made = 'made.tif';
  try {
    const file = images.pathOf(made);
    await thread.ask(sources[0]!, { kind: 'make', others: sources.slice(1), job: jobOf(wanted), file }, (fraction) =>
      onProgress(alignedShare + (madeShare - alignedShare) * fraction),
    );
  } finally {
    over.abort(new GromaError('CANCELED', { name: first.name }));
  }
  return { kind: 'image', file: await images.asCog(made, first.name) };
}

/** The images of a run, each with the parameter that names it. */
function imagesOf({ tool, parameters }: WantedImageWork): (readonly [parameter: string, text: unknown])[] {
  if (tool === 'band_maths') return (parameters['images'] as readonly string[]).map((text) => ['images', text]);
  const names = tool === 'image_change' ? ['image', 'later_image'] : ['image'];
  return names.map((name) => [name, parameters[name]]);
}

function jobOf({ tool, parameters }: WantedImageWork): ImageJob {
  const text = (name: string): string => String(parameters[name] ?? '');
  switch (tool) {
    case 'band_maths':
      return { kind: 'maths', expression: text('band_expression') };
    case 'spectral_index':
      return {
        kind: 'index',
        index: text('index'),
        roles: Object.fromEntries(roles.map((role) => [role, text(role).trim()])),
        full: Number(parameters['full_reflectance']),
      };
    case 'image_change':
      return {
        kind: 'change',
        band: text('band'),
        laterBand: text('later_band'),
        isPercent: text('change_unit') === 'percent',
      };
    case 'reclassify':
      return {
        kind: 'classes',
        band: text('band'),
        classes: text('classes'),
        keepsOthers: parameters['keep_others'] === true,
      };
    default:
      return {
        kind: 'filter',
        band: text('band'),
        filter: text('filter') as FocalFilter,
        size: Number(parameters['size']),
        sigma: Number(parameters['sigma']),
      };
  }
}
