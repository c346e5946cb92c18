import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  baseName,
  checkInputs,
  GromaError,
  newId,
  numberedName,
  parseDataPath,
  type DataPath,
  type ImageToolId,
  type ToolDefinition,
  type UserId,
} from '@groma/model';
import type { ToolOutput } from '@groma/protocol';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import { requireMapOf } from '../record/require-map.ts';
import { adoptResult, findReplaced, keepResult, readInputs, readTarget, workOn } from './run-tool.ts';
import { publishFile } from './tool-file.ts';
import { originsOfFiles } from './tool-images.ts';
import { ToolInputReader } from './tool-inputs.ts';
import type { Asking } from './tool-source.ts';
import type { CarryingContext, ImageOutput, KeptTool, ToolParts, ToolResult, WantedTool } from './wanted-tool.ts';

const imagesAtOnce = 2;
const imageSlots = new Semaphore(imagesAtOnce);
/** Share of the whole that the work on the image takes; the rest is storing. */
const imageShare = 95;

type WantedImage = Omit<WantedTool, 'output'> & { output: KeptTool['output'] | ImageOutput };
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
  if (output.kind !== 'image') {
    const done = await findReplaced(platform, { ...run, output }, context.id);
    if (done) return done;
  }
  const files = await originsOfFiles(platform, definition, { projectId }, parameters);
  return imageSlots.run(context.signal, async () => {
    const reader = new ToolInputReader(parts, { projectId, userId: user.id }, context.signal);
    const folder = await platform.files.workFolder(projectId);
    try {
      const { features, origin } = await takeFeatures(parts, reader, definition, { ...run, output }, folder, context);
      origin.inputs.push(...files);
      const made = await parts.images.run({
        tool: definition.id as ImageToolId,
        projectId,
        parameters,
        features,
        folder,
        signal: context.signal,
        onProgress: (fraction) => context.report({ progress: fraction * imageShare }),
      });
      context.signal.throwIfAborted();
      if (output.kind === 'image')
        return await storeImage(parts, { ...run, output }, { file: made.file, origin }, context);
      return await keepFound(parts, reader, { ...run, output }, { file: made.file, origin, definition }, context);
    } finally {
      await reader.end();
      await rm(folder, { recursive: true, force: true });
    }
  });
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
    const task = { tool: null, inputs: { features }, parameters: {}, folder, target, isAgain: target !== null };
    const done = await workOn(parts, task, { signal: context.signal, report: () => undefined });
    return await keepResult(parts, wanted, { ...done, folder, origin, target }, context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts an image among the files of the project, and on a map where that is wanted. @throws GromaError FILE_EXISTS */
async function storeImage(
  parts: ToolParts,
  { projectId, user, output }: Omit<WantedTool, 'output'> & { output: ImageOutput },
  { file, origin }: { file: string; origin: Origin },
  context: CarryingContext,
): Promise<ToolResult> {
  const { platform } = parts;
  const { target, replacedBy, layer } = output;
  const { size: bytes } = await stat(file);
  const result: ToolResult = {
    operation_id: context.id,
    name: layer?.name ?? baseName(target),
    count: 0,
    skipped: [],
    layer: null,
    preview: null,
    edits: [],
    file: { path: target, bytes },
    ...(layer && { raster_layer: { id: layer.layerId, text: layer.name } }),
  };
  const before = (await platform.files.stat(projectId, target))?.etag ?? null;
  await context.keep({ made: { result, remarks: [], before, origin } });
  await platform.files.adopt(projectId, target, file, {
    bucket: 'groma',
    ...(replacedBy && { replace: true, trashedBy: replacedBy }),
  });
  await noteFileOrigin(platform, { projectId, path: target, authorId: user.id }, origin);
  await publishFile(platform, projectId, target);
  await showImage(parts, { projectId, userId: user.id }, output);
  return result;
}

/** Puts the image on its map, once. @throws GromaError NOT_FOUND, FORBIDDEN */
export async function showImage(
  parts: ToolParts,
  { projectId, userId }: Asking,
  { target, layer }: ImageOutput,
): Promise<void> {
  if (!layer) return;
  await requireMapOf(parts.platform, { projectId, mapId: layer.mapId }, userId, { evenWithoutPlan: true });
  const style = await parts.images.readFirstStyle(projectId, target, new AbortController().signal);
  await parts.addRaster({ projectId, ...layer }, { url: target, style }, userId);
}

/**
 * Where an image goes that a tool makes.
 * @throws GromaError BAD_INPUT, BAD_PATH, FILE_EXISTS
 */
export async function plannedImage(
  { platform: { files }, resultFiles }: ToolParts,
  { projectId, userId }: { projectId: OriginProject; userId: UserId },
  output: ToolOutput,
  proposed: string,
): Promise<ImageOutput> {
  if (output.kind === 'preview' || output.kind === 'replace')
    throw new GromaError('BAD_INPUT', { detail: 'output: an image becomes a layer or a file.' });
  const name = (output.kind === 'layer' && output.name?.trim()) || proposed;
  const layer = output.kind === 'layer' ? { mapId: output.map_id, layerId: newId<'layer'>(), name } : null;
  if (output.path === undefined)
    return { kind: 'image', target: await freeImagePath(files, projectId, name), replacedBy: null, layer };
  const { target } = resultFiles.place(output.path);
  if (!/\.tiff?$/i.test(target))
    throw new GromaError('BAD_INPUT', { detail: `output.path: "${output.path}" must end with .tif or .tiff.` });
  const replace = output.kind === 'file' && output.replace;
  if (!replace && (await files.stat(projectId, target))) throw new GromaError('FILE_EXISTS', { path: target });
  return { kind: 'image', target, replacedBy: replace ? userId : null, layer };
}

type OriginProject = Asking['projectId'];

async function freeImagePath(
  files: ToolParts['platform']['files'],
  projectId: OriginProject,
  name: string,
): Promise<DataPath> {
  const stem =
    name
      .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
      .replaceAll(/^[.\s]+|[.\s]+$/g, '')
      .slice(0, 100) || 'image';
  const taken = new Set<string>();
  for (let file = `${stem}.tif`; ;) {
    const target = parseDataPath(`/data/${file}`);
    // oxlint-disable-next-line no-await-in-loop
    if (!(await files.stat(projectId, target))) return target;
    taken.add(file);
    file = numberedName(`${stem}.tif`, false, (each) => taken.has(each));
  }
}
