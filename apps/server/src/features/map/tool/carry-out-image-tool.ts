import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkInputs,
  GromaError,
  metresPerDegree,
  newId,
  type ImageToolId,
  type ToolDefinition,
  type ToolParameters,
} from '@groma/model';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import { adoptResult, findReplaced, keepResult, readInputs, readTarget, workOn } from './run-tool.ts';
import { classStyle, storeImage, type StoredImage } from './image-file.ts';
import { pictureFile } from './tool-result.ts';
import { lendKeptImages, storeKeptImage } from './kept-images.ts';
import { originsOfFiles } from './tool-images.ts';
import { ToolInputReader } from './tool-inputs.ts';
import type {
  CarryingContext,
  ImageOutput,
  KeptTool,
  PictureOutput,
  ToolParts,
  ToolResult,
  WantedTool,
} from './wanted-tool.ts';

const imagesAtOnce = 2;
const imageSlots = new Semaphore(imagesAtOnce);
/** Share of the whole that the work on the image takes; the rest is storing. */
const imageShare = 95;

const nothingMade = { count: 0, skipped: [], layer: null, preview: null, edits: [] };

type WantedImage = Omit<WantedTool, 'output'> & { output: KeptTool['output'] | ImageOutput | PictureOutput };
type Definition = ToolDefinition & { readonly id: ImageToolId };

/**
 * Runs a tool over images. What it makes appears whole or not at all.
 * @throws GromaError as the tool's definition says
 */
export async function carryOutImageTool(
  parts: ToolParts,
  definition: ToolDefinition,
  { output, ...run }: WantedImage,
  context: CarryingContext,
): Promise<ToolResult> {
  const { platform } = parts;
  const { projectId, user, parameters } = run;
  if (output.kind !== 'image' && output.kind !== 'picture') {
    const done = await findReplaced(platform, { ...run, output }, context.id);
    if (done) return done;
  }
  const asking = { projectId, userId: user.id };
  const files = await originsOfFiles(parts, definition, asking, parameters);
  return imageSlots.run(context.signal, async () => {
    const reader = new ToolInputReader(parts, asking, context.signal);
    const folder = await platform.files.workFolder(projectId);
    try {
      const { features, origin } = await takeFeatures(parts, reader, definition, { ...run, output }, folder, context);
      origin.inputs.push(...files);
      const { file, classes, beside, remarks } = await parts.images.run({
        tool: definition.id as ImageToolId,
        projectId,
        parameters: output.kind === 'picture' ? seenWith(parameters, output) : parameters,
        kept: await lendKeptImages(parts, asking, definition, parameters, join(folder, 'kept')),
        features,
        ...(output.kind === 'picture' && { view: { box: output.box, longest: output.longest } }),
        folder,
        signal: context.signal,
        onProgress: (fraction) => context.report({ progress: fraction * imageShare }),
      });
      context.signal.throwIfAborted();
      if (remarks && remarks.length > 0)
        context.report({ remarks: remarks.map((text) => ({ kind: 'left-out' as const, text })) });
      if (output.kind === 'image')
        return await storeImage(parts, asking, output, { file, origin, classes, beside }, context);
      if (output.kind === 'picture') return await lookAt(parts, output, { file, classes, origin }, context);
      if (output.kind === 'result' && definition.output === 'image') {
        const kept = await storeKeptImage(parts, output.layerId, { file, classes });
        return { ...nothingMade, operation_id: context.id, name: output.name, kept, origin };
      }
      return await keepFound(parts, reader, { ...run, output }, { file, origin, definition }, context);
    } finally {
      await reader.end();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Parameters with which what is drawn on no other image is as large as what is looked at. */
function seenWith(parameters: ToolParameters, { box, longest }: PictureOutput): ToolParameters {
  if (!('pixel_size' in parameters)) return parameters;
  const [west, south, east, north] = box;
  const across = (east - west) * metresPerDegree * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const side = Math.max(across, (north - south) * metresPerDegree) / longest;
  return {
    ...parameters,
    extent: box.join(','),
    pixel_size: Math.max(Number(parameters['pixel_size']), Number(side.toPrecision(3))),
  };
}

/** Draws an image that is only looked at, and keeps the picture for a day. */
async function lookAt(
  parts: ToolParts,
  { layerId, name, box, longest }: PictureOutput,
  { file, classes = [], origin }: StoredImage,
  { id, signal }: CarryingContext,
): Promise<ToolResult> {
  const { blobs } = parts.platform;
  const look = classes.length === 0 ? {} : classStyle(classes);
  const picture = await parts.images.draw({ file, box, longest, look }, signal);
  const folder = await blobs.workFolder();
  try {
    await writeFile(join(folder, pictureFile), picture);
    const pictureKey = `layers/${layerId}/${crypto.randomUUID()}`;
    await blobs.adopt(`${pictureKey}/${pictureFile}`, join(folder, pictureFile), { mayBeLost: true });
    const shown = { part: pictureFile, bounds: box };
    return { ...nothingMade, operation_id: id, name, picture: shown, pictureKey, origin };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The features that a tool takes beside its images, as a file. @throws GromaError as `checkInputs` says */
async function takeFeatures(
  parts: ToolParts,
  reader: ToolInputReader,
  definition: ToolDefinition,
  wanted: WantedImage,
  folder: string,
  context: CarryingContext,
): Promise<{ features: { file: string; bbox: readonly number[] | null } | null; origin: Origin }> {
  const { inputs, origin } = await readInputs(reader, definition as Definition, wanted as WantedTool, context.id);
  const [first] = definition.inputs;
  if (!first) {
    const problem = checkInputs(definition, {}, wanted.parameters);
    if (problem) throw new GromaError(problem.code, problem.details);
    return { features: null, origin };
  }
  const [taken, made] = [join(folder, 'taken'), join(folder, 'features')];
  await Promise.all([mkdir(taken), mkdir(made)]);
  const task = {
    tool: definition.id as ImageToolId,
    asTaken: true as const,
    inputs,
    parameters: wanted.parameters,
    folder: taken,
    target: null,
    isAgain: false,
  };
  const { manifest } = await workOn(parts, task, { signal: context.signal, report: () => undefined });
  const layerId = newId<'layer'>();
  const snapshotKey = await adoptResult(parts, layerId, manifest, taken, { mayBeLost: true });
  try {
    const stored = { layerId, snapshotKey, manifest };
    const file = { format: 'geopackage' as const, name: 'features.gpkg', folder: made };
    return {
      features: { file: (await parts.resultFiles.make(stored, file, context.signal)).file, bbox: manifest.bbox },
      origin,
    };
  } finally {
    await parts.platform.blobs.removeAll(`${snapshotKey}/`);
  }
}

/** Makes a layer, a file or a preview of the features that were found in an image. */
async function keepFound(
  parts: ToolParts,
  reader: ToolInputReader,
  wanted: KeptTool,
  { file, origin, definition }: { file: string; origin: Origin; definition: ToolDefinition },
  context: CarryingContext,
): Promise<ToolResult> {
  const folder = await parts.platform.blobs.workFolder();
  try {
    const features = await reader.takeOwn(file, `${definition.name}.gpkg`);
    const target = await readTarget(reader, wanted, null);
    const task = {
      tool: null,
      inputs: { features },
      parameters: {},
      folder,
      target,
      isAgain: target !== null,
      replacesColumns: target !== null,
    };
    const done = await workOn(parts, task, { signal: context.signal, report: () => undefined });
    return await keepResult(parts, wanted, { ...done, folder, origin, target }, context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
