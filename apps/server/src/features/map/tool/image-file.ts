import { stat } from 'node:fs/promises';
import {
  baseName,
  GromaError,
  newId,
  numberedName,
  parseDataPath,
  type DataPath,
  type RasterStyle,
  type UserId,
} from '@groma/model';
import type { ToolOutput } from '@groma/protocol';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import { requireMapOf } from '../record/require-map.ts';
import { findToolFile, publishFile } from './tool-file.ts';
import type { Asking } from './tool-source.ts';
import type {
  CarryingContext,
  ImageClass,
  ImageOutput,
  PictureOutput,
  ToolCheckpoint,
  ToolParts,
  ToolResult,
} from './wanted-tool.ts';

/** Pixels of the longer side of what is looked at, where nothing else is asked for. */
const usualView = 1_024;

/** What was made of images, before it is a file of the project. */
export interface StoredImage {
  file: string;
  origin: Origin;
  /** What the values of a classified image stand for. */
  classes?: readonly ImageClass[] | undefined;
  /** Files that come beside it, by what is put behind its name. */
  beside?: readonly { name: string; file: string }[] | undefined;
}

/** Puts an image among the files of the project, and on a map where that is wanted. @throws GromaError FILE_EXISTS */
export async function storeImage(
  parts: ToolParts,
  asking: Asking,
  output: ImageOutput,
  { file, origin, classes, beside: others = [] }: StoredImage,
  context: Pick<CarryingContext, 'id' | 'keep' | 'checkpoint'>,
): Promise<ToolResult> {
  const { files } = parts.platform;
  const { projectId, userId } = asking;
  const { size: bytes } = await stat(file);
  const { replacedBy, layer, proposed } = output;
  const beside = await storeBeside(parts, asking, output, { origin, others }, context);
  for (let { target } = output; ;) {
    const result: ToolResult = {
      operation_id: context.id,
      name: layer?.name ?? baseName(target),
      count: 0,
      skipped: [],
      layer: null,
      preview: null,
      edits: [],
      file: { path: target, bytes },
      ...(beside.length > 0 && {
        outputs: [target, ...beside].map((path) => ({ name: baseName(path), kind: 'file' as const, path })),
      }),
      ...(layer && { raster_layer: { id: layer.layerId, text: layer.name } }),
    };
    const before = (await files.stat(projectId, target))?.etag ?? null;
    await context.keep({
      made: { result, remarks: [], before, origin, ...(classes && { classes: [...classes] }) },
      beside,
    });
    const isThere = await adopted(parts, asking, { target, file, replacedBy, isProposed: proposed !== null });
    if (isThere) {
      await noteFileOrigin(parts.platform, { projectId, path: target, authorId: userId }, origin);
      await publishFile(parts.platform, projectId, target);
      await showImage(parts, asking, { ...output, target }, classes);
      return result;
    }
    target = await freeImagePath(files, projectId, proposed!);
  }
}

/**
 * Puts the files that come beside an image there, before it; their places are noted first, so that another attempt
 * writes to the same.
 */
async function storeBeside(
  parts: ToolParts,
  { projectId, userId }: Asking,
  { target, replacedBy }: ImageOutput,
  { origin, others }: { origin: Origin; others: readonly { name: string; file: string }[] },
  { keep, checkpoint }: Pick<CarryingContext, 'keep' | 'checkpoint'>,
): Promise<DataPath[]> {
  if (others.length === 0) return [];
  const { platform } = parts;
  const stem = target.replace(/\.tiff?$/i, '');
  const known = checkpoint?.beside ?? [];
  const paths = await Promise.all(
    others.map(({ name }, at): DataPath | Promise<DataPath> => {
      const wanted = parseDataPath(`${stem} ${name}`);
      return known[at] ?? (replacedBy ? wanted : freePathOf(platform.files, projectId, wanted));
    }),
  );
  await keep({ made: null, beside: paths });
  for (const [at, { name, file }] of others.entries()) {
    const options = { bucket: 'groma' as const, replace: true, ...(replacedBy && { trashedBy: replacedBy }) };
    await platform.files.adopt(projectId, paths[at]!, file, options);
    await noteFileOrigin(platform, { projectId, path: paths[at]!, authorId: userId }, { ...origin, output: name });
    await publishFile(platform, projectId, paths[at]!);
  }
  return paths;
}

/** The image that a file lies beside, by what is put behind its name. */
export function imageBeside(path: DataPath, name: string): DataPath {
  // A number may stand behind what is put there.
  const put = ` ${name.slice(0, name.lastIndexOf('.'))}`;
  return parseDataPath(`${path.slice(0, path.lastIndexOf(put))}.tif`);
}

/** False where another run has taken the free name meanwhile. @throws GromaError FILE_EXISTS for one that was chosen */
async function adopted(
  { platform: { files } }: ToolParts,
  { projectId }: Asking,
  {
    target,
    file,
    replacedBy,
    isProposed,
  }: { target: DataPath; file: string; replacedBy: UserId | null; isProposed: boolean },
): Promise<boolean> {
  try {
    const replacing = replacedBy && { replace: true, trashedBy: replacedBy };
    await files.adopt(projectId, target, file, { bucket: 'groma', ...replacing });
    return true;
  } catch (error) {
    if (isProposed && error instanceof GromaError && error.code === 'FILE_EXISTS') return false;
    throw error;
  }
}

/** The image that an attempt before was about to put there, where it has; it is shown on its map. */
export async function findImageFile(
  parts: ToolParts,
  asking: Asking,
  output: ImageOutput,
  checkpoint: ToolCheckpoint,
): ReturnType<typeof findToolFile> {
  const path = checkpoint.made?.result.file?.path;
  const target = path === undefined ? output.target : parseDataPath(path);
  const there = await findToolFile(parts, { ...asking, target }, checkpoint);
  if (there) await showImage(parts, asking, { ...output, target }, checkpoint.made?.classes);
  return there;
}

/** Puts the image on its map, once. @throws GromaError NOT_FOUND, FORBIDDEN */
async function showImage(
  parts: ToolParts,
  { projectId, userId }: Asking,
  { target, layer }: ImageOutput,
  classes: readonly ImageClass[] = [],
): Promise<void> {
  if (!layer) return;
  await requireMapOf(parts.platform, { projectId, mapId: layer.mapId }, userId, { evenWithoutPlan: true });
  const first = await parts.images.readFirstStyle(projectId, target, new AbortController().signal);
  const style = classes.length === 0 ? first : { ...first, ...classStyle(classes) };
  await parts.addRaster({ projectId, ...layer }, { url: target, style }, userId);
}

/** Each class in its colour, with its name in the legend. */
export function classStyle(classes: readonly ImageClass[]): Partial<RasterStyle> {
  const stops = classes.map(({ value, name, color }) => ({ value, color, name }));
  const [first, last] = [stops[0]!, stops.at(-1)!];
  // A palette has two stops at least.
  const rest = stops.length === 1 ? [{ value: first.value + 1, color: first.color }] : [];
  return {
    customPalette: { kind: 'steps', stops: [...stops, ...rest] },
    ranges: [[first.value, rest[0]?.value ?? last.value]],
    resampling: 'nearest',
    displayMode: 'single-channel',
    bands: [1],
  };
}

/**
 * Where an image goes that a tool makes.
 * @throws GromaError BAD_INPUT, BAD_PATH, FILE_EXISTS
 */
export async function plannedImage(
  { platform: { files }, resultFiles }: ToolParts,
  { projectId, userId }: Asking,
  output: ToolOutput,
  proposed: string,
): Promise<ImageOutput | PictureOutput> {
  if (output.kind === 'replace')
    throw new GromaError('BAD_INPUT', { detail: 'output: an image becomes a layer or a file.' });
  if (output.kind === 'preview') {
    const { box, longest = usualView } = output;
    if (!box || !(box[0] < box[2] && box[1] < box[3]))
      throw new GromaError('BAD_INPUT', { detail: 'output.box: west, south, east and north of what is looked at.' });
    return { kind: 'picture', layerId: newId<'layer'>(), name: proposed, box, longest };
  }
  const name = (output.kind === 'layer' && output.name?.trim()) || proposed;
  const layer = output.kind === 'layer' ? { mapId: output.map_id, layerId: newId<'layer'>(), name } : null;
  if (output.path === undefined)
    return {
      kind: 'image',
      target: await freeImagePath(files, projectId, name),
      proposed: name,
      replacedBy: null,
      layer,
    };
  const { target } = resultFiles.place(output.path);
  if (!/\.tiff?$/i.test(target))
    throw new GromaError('BAD_INPUT', { detail: `output.path: "${output.path}" must end with .tif or .tiff.` });
  const replace = output.kind === 'file' && output.replace;
  if (!replace && (await files.stat(projectId, target))) throw new GromaError('FILE_EXISTS', { path: target });
  return { kind: 'image', target, proposed: null, replacedBy: replace ? userId : null, layer };
}

async function freeImagePath(
  files: ToolParts['platform']['files'],
  projectId: Asking['projectId'],
  name: string,
): Promise<DataPath> {
  return freePathOf(files, projectId, imagePath(name));
}

/** A path, or one with a number where that is taken. */
export async function freePathOf(
  files: ToolParts['platform']['files'],
  projectId: Asking['projectId'],
  wanted: DataPath,
): Promise<DataPath> {
  const folder = wanted.slice(0, wanted.lastIndexOf('/') + 1);
  const taken = new Set<string>();
  for (let target = wanted; ;) {
    if (!(await files.stat(projectId, target))) return target;
    taken.add(baseName(target));
    target = parseDataPath(`${folder}${numberedName(baseName(wanted), false, (each) => taken.has(each))}`);
  }
}

/** The path of an image of a name. */
export function imagePath(name: string): DataPath {
  const stem =
    name
      .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
      .replaceAll(/^[.\s]+|[.\s]+$/g, '')
      .slice(0, 100) || 'image';
  return parseDataPath(`/data/${stem}.tif`);
}
