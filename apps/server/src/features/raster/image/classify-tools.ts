import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GromaError } from '@groma/model';
import { z } from 'zod';
import { hasPackage, runPython } from '../../../platform/python/run-python.ts';
import { bandNumber, type GdalImages } from './gdal-images.ts';
import type { MadeOfImages, WantedImageWork } from './image-work.ts';

const classes = z.array(z.object({ value: z.int(), name: z.string(), color: z.string() }));
/** Shares of the work after which the image is there, and is classified. */
const [readyShare, madeShare] = [0.1, 0.8];

/**
 * Sorts the pixels of an image into classes by scikit-learn in its sandbox: k-means, or a random forest of areas whose
 * class is known.
 * @throws GromaError TOOL_BAND_UNKNOWN, TOOL_TRAINING_WRONG, FILE_UNREADABLE, UNAVAILABLE
 */
export async function classify(images: GdalImages, wanted: WantedImageWork): Promise<MadeOfImages> {
  const { tool, parameters, folder, signal, onProgress } = wanted;
  const environment = images.pythonEnvironment;
  if (!(await hasPackage(environment, 'sklearn')))
    throw new GromaError('UNAVAILABLE', { part: 'scikit-learn', remedy: 'npm run doctor' });
  const image = await images.image('image', parameters['image']);
  const bands = (parameters['bands'] as readonly string[]).map((each) => String(bandNumber(image, each)));
  const settings = {
    image: images.inputPath(image.path),
    bands,
    seed: parameters['seed'],
    ...(tool === 'k_means_image'
      ? { method: 'k_means', clusters: parameters['clusters'] }
      : {
          method: 'forest',
          areas: basename(wanted.features!.file),
          column: parameters['class_column'],
          trees: parameters['trees'],
          test_share: parameters['test_share'],
        }),
  };
  const source = join(images.input, 'settings.json');
  await writeFile(source, JSON.stringify(settings));
  onProgress(readyShare);
  const remarks = await runPython({
    environment,
    program: 'classify',
    source,
    folder: join(folder, 'made'),
    output: '.',
    words: [],
    name: image.name,
    signal,
    onProgress: (fraction) => onProgress(readyShare + (madeShare - readyShare) * fraction),
    failure: (detail) =>
      tool === 'k_means_image'
        ? new GromaError('FILE_UNREADABLE', { name: image.name, detail })
        : new GromaError('TOOL_TRAINING_WRONG', { detail }),
  });
  const found = classes.parse(JSON.parse(await readFile(images.pathOf('classes.json'), 'utf8')));
  const accuracy = images.pathOf('accuracy.csv');
  const hasTable = await stat(accuracy).then(
    () => true,
    () => false,
  );
  return {
    kind: 'image',
    file: await images.asCog('classes.tif', image.name),
    classes: found,
    remarks,
    ...(hasTable && { beside: [{ name: 'accuracy.csv', file: accuracy }] }),
  };
}
