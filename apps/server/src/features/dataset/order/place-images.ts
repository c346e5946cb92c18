import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, GromaError, newId, type BandRole, type RasterStyle } from '@groma/model';
import { bandIndices } from '@groma/raster';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import { readCatalogue } from '../catalogue.ts';
import type { OrderParts } from './order-parts.ts';
import type {
  DownloadCheckpoint,
  DownloadContext,
  DownloadResult,
  OrderedImage,
  PlannedDownload,
} from './planned-download.ts';

/** Layers that one order of raw images puts on a map at most. */
const mostLayers = 20;

/** Puts the files that were made among those of the project. @throws GromaError FILE_EXISTS */
export async function placeImages(
  { platform: { files } }: OrderParts,
  { projectId, replacedBy }: PlannedDownload,
  state: DownloadCheckpoint,
  { keep, signal }: DownloadContext,
): Promise<void> {
  signal.throwIfAborted();
  const made = state.images.flatMap((image, at) =>
    image.isMade ? [{ target: image.target, file: join(state.folder, `cog-${at}`, 'result.tif') }] : [],
  );
  state.placed ??= await Promise.all(
    made.map(async ({ target, file }) => ({
      path: target,
      bytes: (await stat(file)).size,
      before: (await files.stat(projectId, target))?.etag ?? null,
    })),
  );
  await keep(state);
  for (const [at, { target, file }] of made.entries()) {
    const { bytes, before } = state.placed[at]!;
    // oxlint-disable-next-line no-await-in-loop
    const there = await files.stat(projectId, target);
    // An attempt before has put it there.
    if (there && there.bytes === bytes && there.etag !== before) continue;
    // oxlint-disable-next-line no-await-in-loop
    await files.adopt(projectId, target, file, {
      bucket: 'groma',
      ...(replacedBy && { replace: true, trashedBy: replacedBy }),
    });
  }
}

/** Notes where the files come from, tells of them, and puts them on the map, if their person may still change it. */
export async function showImages(
  { platform, layers, readFirstStyle }: OrderParts,
  planned: PlannedDownload,
  { images, placed }: Pick<DownloadCheckpoint, 'images' | 'placed'>,
  operationId: string,
): Promise<DownloadResult> {
  const { projectId, userId, layer } = planned;
  const made = images.filter(({ isMade }) => isMade);
  for (const image of made)
    // oxlint-disable-next-line no-await-in-loop
    await noteFileOrigin(
      platform,
      { projectId, path: image.target, authorId: userId },
      originOf(planned, image, operationId),
    );
  await platform.bus.publish('files-changed', {
    projectId,
    path: made[0]!.target,
    folders: [made[0]!.target.slice(0, made[0]!.target.lastIndexOf('/'))],
  });
  const mayAdd =
    layer !== null &&
    (await layers
      .requireMap({ projectId, mapId: layer.mapId }, userId, { evenWithoutPlan: true })
      .then(() => true, noneOfRefused)) === true;
  for (const [at, image] of (mayAdd ? made.slice(0, mostLayers) : []).entries()) {
    // A file without any value is there, and has nothing to show.
    // oxlint-disable-next-line no-await-in-loop
    const style = await readFirstStyle(projectId, image.target, new AbortController().signal).catch(noneOfRefused);
    if (!style) continue;
    // oxlint-disable-next-line no-await-in-loop
    await layers.add(
      {
        projectId,
        mapId: layer!.mapId,
        layerId: at === 0 ? layer!.layerId : newId<'layer'>(),
        name: made.length === 1 ? layer!.name : baseName(image.target),
      },
      // oxlint-disable-next-line no-await-in-loop
      { url: image.target, style: { ...style, ...(await lookOf(planned.request, image.recipe, style)) } },
      userId,
    );
  }
  return {
    files: (placed ?? []).map(({ path, bytes }) => ({ path, bytes })),
    layer_id: mayAdd ? layer.layerId : null,
  };
}

function noneOfRefused(error: unknown): null {
  if (error instanceof GromaError) return null;
  throw error;
}

/** What a layer says of the days and bands of a composite: colours where it has red, green and blue, else a ramp. */
export async function lookOf(
  { startDate, endDate, datasetId }: { startDate: string; endDate: string; datasetId: string },
  { bands, maths }: OrderedImage['recipe'],
  style: RasterStyle,
): Promise<Partial<RasterStyle>> {
  const dates = { startDate, endDate };
  const rangeOf = (band: number): [number, number] | null => {
    const { percentile_2: low, percentile_98: high } = style.stats[`b${band}`] ?? {};
    return low !== undefined && high !== undefined && high > low ? [low, high] : null;
  };
  const stretched = (shown: number[]): Partial<RasterStyle> => {
    const ranges = shown.map(rangeOf);
    return ranges.every((range) => range !== null)
      ? { bands: shown, ranges, currentStatName: 'percentile' }
      : { bands: shown };
  };
  if (maths) {
    const isIndex = bandIndices.some(({ name }) => name === maths.name);
    return { ...dates, displayMode: 'single-channel', ...stretched([1]), ...(isIndex && { colorMap: 'rdylgn' }) };
  }
  const entry = (await readCatalogue()).find(({ id }) => id === datasetId);
  const bandRoles: Partial<Record<BandRole, number>> = {};
  for (const [at, { name }] of bands.entries()) {
    const role = entry?.bands.find((each) => each.name === name)?.role;
    if (role) bandRoles[role] ??= at + 1;
  }
  const { red, green, blue } = bandRoles;
  const isColour = red !== undefined && green !== undefined && blue !== undefined;
  return {
    ...dates,
    bandRoles,
    ...(isColour
      ? { displayMode: 'multi-channel' as const, ...stretched([red, green, blue]) }
      : { displayMode: 'single-channel' as const, ...stretched([1]) }),
  };
}

/** Scenes lie elsewhere: their numbers stand beside their ids, and nobody asks later whether they have changed. */
function originOf(planned: PlannedDownload, { recipe, prepared }: OrderedImage, operationId: string): Origin {
  const { request, sourceId, collection, layer: _layer, ...rest } = planned;
  const { clipGeometry, ...asked } = request;
  return {
    kind: 'download',
    doer: request.datasetId,
    parameters: {
      ...asked,
      clipGeometry,
      ...(sourceId !== undefined && { sourceId }),
      ...(collection !== undefined && { collection }),
      target: rest.target,
      scenes: recipe.scenes.map(({ id, time }, at) => ({ id, time, version: prepared?.versions[at] ?? null })),
    },
    inputs: recipe.scenes.map((scene, at) => ({
      input: `scene ${String(at + 1).padStart(2, '0')}`,
      sourceMapId: null,
      sourceLayerId: null,
      sourcePath: null,
      sourceName: [scene.collection, scene.id].filter((each) => each !== null).join('/'),
      version: null,
      features: null,
    })),
    operationId,
  };
}
