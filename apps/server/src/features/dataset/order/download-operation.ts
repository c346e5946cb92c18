import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, byStarter, GromaError, type DataPath } from '@groma/model';
import { writeRaster } from '../../../platform/gdal/write-raster.ts';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import { findOrderScenes, findOrderSource } from './find-order-scenes.ts';
import { makeRecipe, orderedOf } from './make-recipe.ts';
import type { OrderParts } from './order-parts.ts';
import { placeImages, showImages } from './place-images.ts';
import {
  plannedDownload,
  type DownloadCheckpoint,
  type DownloadContext,
  type DownloadResult,
  type OrderedImage,
  type PlannedDownload,
} from './planned-download.ts';
import { readArea } from './read-area.ts';

export type DownloadOperation = OperationKind<PlannedDownload, DownloadResult, DownloadCheckpoint>;

/** Shares of the whole after which scenes are found, and files are made; the rest is putting them in their places. */
const [foundShare, madeShare] = [5, 98];
/** Of the work on one file, what its pixels take; the rest makes it cloud-optimised. */
const pixelShare = 0.8;
/** A sample on the way to a file. */
const sampleBytes = 4;
/** How often what is done is written down. */
const keepMs = 1_000;

/** Orders of images as people see them. After a kill the next attempt goes on with the row of tiles that was next. */
export function defineDownload(parts: OrderParts): DownloadOperation {
  return defineOperation({
    name: 'download',
    policy: byStarter('upload', 'file'),
    concurrency: { all: 2, ofGroup: 1 },
    input: plannedDownload,
    async findResult(planned, checkpoint, operationId) {
      const { files } = parts.platform;
      for (const { path, bytes, before } of checkpoint.placed ?? []) {
        // oxlint-disable-next-line no-await-in-loop
        const there = await files.stat(planned.projectId, path);
        if (there?.bytes !== bytes || there.etag === before) return undefined;
      }
      if (!checkpoint.placed) return undefined;
      return { result: await showImages(parts, planned, checkpoint, operationId) };
    },
    async run(planned, context) {
      const folder = await folderOf(parts, planned, context.checkpoint);
      try {
        return await carryOut(parts, planned, context, folder);
      } catch (error) {
        // What another attempt can go on with stays: it is stopped, and not canceled.
        const isStopped = context.signal.aborted && !(context.signal.reason instanceof GromaError);
        if (!isStopped) await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
    clear: async (_input, checkpoint) => {
      if (checkpoint) await rm(checkpoint.folder, { recursive: true, force: true });
    },
  });
}

async function folderOf(
  { platform }: OrderParts,
  { projectId }: PlannedDownload,
  checkpoint: DownloadCheckpoint | null,
): Promise<string> {
  const isThere =
    checkpoint &&
    (await stat(checkpoint.folder).then(
      () => true,
      () => false,
    ));
  return isThere ? checkpoint.folder : platform.files.workFolder(projectId);
}

async function carryOut(
  parts: OrderParts,
  planned: PlannedDownload,
  context: DownloadContext,
  folder: string,
): Promise<DownloadResult> {
  const known = context.checkpoint?.folder === folder ? context.checkpoint : null;
  const state = known ?? { folder, placed: null, ...(await findImages(parts, planned, context)) };
  await context.keep(state);
  for (const [at, image] of state.images.entries()) {
    if (image.isMade) continue;
    context.report({
      subTask: state.images.length === 1 ? null : `${at + 1}/${state.images.length} · ${image.recipe.scenes[0]!.id}`,
    });
    const share = (madeShare - foundShare) / state.images.length;
    // One after the other: each takes all threads.
    // oxlint-disable-next-line no-await-in-loop
    await makeImage(parts, planned, { state, at, from: foundShare + share * at, share }, context);
  }
  const images = state.images.filter(({ isMade }) => isMade);
  if (images.length === 0)
    throw new GromaError('DATASET_BANDS_UNREADABLE', {
      count: state.left.length,
      detail: state.left[0]?.reason ?? '',
    });
  context.report({ progress: madeShare, subTask: null, remarks: remarksOf(state) });
  await placeImages(parts, planned, state, context);
  const result = await showImages(parts, planned, state, context.id);
  await rm(folder, { recursive: true, force: true });
  return result;
}

function remarksOf({ left }: DownloadCheckpoint): { kind: 'import'; text: string }[] {
  return left.slice(0, 20).map(({ id, reason }) => ({ kind: 'import', text: `“${id}” was left out: ${reason}` }));
}

/** The scenes that are taken: of a composite all together, of raw images each by itself. */
async function findImages(
  parts: OrderParts,
  { projectId, request, sourceId, collection, target }: PlannedDownload,
  { signal, report }: DownloadContext,
): Promise<Pick<DownloadCheckpoint, 'images' | 'left'>> {
  report({ progress: 1 });
  const from = await findOrderSource(parts.sources, projectId, request.datasetId, { sourceId, collection });
  const area = readArea(request.clipGeometry);
  const scenes = await findOrderScenes(parts.finder, from, { ...request, area }, { projectId, signal });
  const isRaw = request.downloadType === 'raw';
  const { recipe, left } = makeRecipe({
    ...from,
    scenes,
    method: request.compositeMethod,
    ...orderedOf(request),
    area,
    isRaw,
  });
  const plain = { prepared: null, rows: 0, isMade: false };
  if (!isRaw) return { left, images: [{ recipe, ...plain, target }] };
  const names = new Set<string>();
  return {
    left,
    images: recipe.scenes.map((scene) => {
      const stem = scene.id.replaceAll(/[^\p{L}\p{N}._-]/gu, '_').slice(0, 120);
      let name = stem;
      for (let count = 2; names.has(name); count++) name = `${stem}_${count}`;
      names.add(name);
      const path = `${target}/${request.fileNamePrefix.split('/').at(-1)}_${name}.tif` as DataPath;
      return { recipe: { ...recipe, scenes: [scene] }, ...plain, target: path };
    }),
  };
}

/** Makes one file, as far as it is not made; one of a single scene that cannot be read is left out. */
async function makeImage(
  { composites, platform }: OrderParts,
  { projectId, request }: PlannedDownload,
  { state, at, from, share }: { state: DownloadCheckpoint; at: number; from: number; share: number },
  { signal, keep, report }: DownloadContext,
): Promise<void> {
  const image = state.images[at]!;
  const asking = { projectId, signal };
  const isRaw = request.downloadType === 'raw';
  try {
    if (!image.prepared) {
      const { left, recipe, ...prepared } = await composites.prepare(
        { recipe: image.recipe, scale: request.scale, isRaw },
        asking,
      );
      state.left.push(...left);
      Object.assign(image, { recipe, prepared } satisfies Partial<OrderedImage>);
      const { width, height } = prepared.grid;
      await platform.files.requireSpace(
        width * height * (recipe.maths ? 1 : recipe.bands.length) * sampleBytes * 2,
        baseName(image.target),
      );
      await keep(state);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof GromaError) || state.images.length === 1) throw error;
    state.left.push({ id: image.recipe.scenes[0]!.id, reason: error.message });
    return;
  }
  let keptAt = performance.now();
  await composites.write(
    { recipe: image.recipe, ...image.prepared! },
    {
      path: join(state.folder, `pixels-${at}.tif`),
      fromRow: image.rows,
      onRow: async (rows, all) => {
        image.rows = rows;
        report({ progress: from + share * pixelShare * (rows / all) });
        if (performance.now() - keptAt < keepMs && rows < all) return;
        keptAt = performance.now();
        await keep(state);
      },
    },
    asking,
  );
  await makeCog(state.folder, at, baseName(image.target), signal, (fraction) =>
    report({ progress: from + share * (pixelShare + (1 - pixelShare) * fraction) }),
  );
  image.isMade = true;
  await keep(state);
}

async function makeCog(
  folder: string,
  at: number,
  name: string,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const [source, workFolder] = [join(folder, `pixels-${at}.tif`), join(folder, `cog-${at}`)];
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder);
  await writeRaster({ format: 'cog', source, workFolder, name, signal, onProgress });
  await rm(source, { force: true });
}
