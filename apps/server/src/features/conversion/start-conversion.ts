import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  baseName,
  GromaError,
  newId,
  numberedName,
  parseDataPath,
  type DataPath,
  type OperationId,
  type ProjectId,
  type RasterStyle,
  type UserId,
} from '@groma/model';
import { PerOwnerSemaphore } from '../../platform/jobs/per-owner-semaphore.ts';
import type { OperationContext, OperationKind } from '../../platform/operation/operation-kind.ts';
import { fileVersion, type Origin } from '../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../platform/origin/origin-records.ts';
import type { MadeAgain, WantedAgain } from '../../platform/origin/run-again.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Bucket, FileStore, StoredFile } from '../../platform/storage/file-store.ts';
import { findInputs } from './find-inputs.ts';
import { findPlace, lendPlace, listCompanions } from './place-beside.ts';
import { writeCog } from './write-cog.ts';

export interface WantedConversion {
  projectId: ProjectId;
  userId: UserId;
  operationId: string;
  bucket: Bucket;
  inputs: readonly string[];
  excluded: readonly string[];
  /** Where results go; beside each source when left out. */
  folder: string | undefined;
  /** `EPSG:n` of sources that do not say it. */
  crs: string | undefined;
  /** Sources that nothing places are refused, as pictures always are: one alone at once, several when they are converted. */
  needsPlace: boolean;
  /** A layer that is drawn from the source, and from the copy once that is there. */
  layer: { mapId: string; layerId: string } | undefined;
  /** A layer that is made of the copy. */
  newLayer: NewLayer | undefined;
  /** Aborted when nobody waits for the beginning any more. */
  signal: AbortSignal;
}

/** Layers of maps that are drawn from a file; handed in. */
interface DrawnLayers {
  /** @throws GromaError for a layer that is not there, is no raster or not the person's to change */
  require(layer: DrawnLayer, userId: UserId, options?: { evenWithoutPlan: boolean }): Promise<void>;
  switchToCopy(layer: DrawnLayer, from: string, to: string): Promise<void>;
  /** @throws GromaError for a map that is not there or not the person's to change */
  requireMap(
    map: Pick<DrawnLayer, 'projectId' | 'mapId'>,
    userId: UserId,
    options?: { evenWithoutPlan: boolean },
  ): Promise<void>;
  add(layer: DrawnLayer & { name: string }, raster: { url: string; style: RasterStyle }, userId: UserId): Promise<void>;
}
interface DrawnLayer {
  projectId: ProjectId;
  mapId: string;
  layerId: string;
}
interface NewLayer {
  mapId: string;
  layerId: string;
  name: string;
}

/** What conversions need of other features. */
export interface ConversionNeeds {
  layers: DrawnLayers;
  /** How a copy is drawn at first. */
  readFirstStyle(projectId: ProjectId, path: string, signal: AbortSignal): Promise<RasterStyle>;
}

export interface Step {
  from: DataPath;
  to: DataPath;
  /** Of the source, when the conversion began; for the origin of the result. */
  version?: number | undefined;
}

/** What a conversion is carried out from. */
export interface PlannedConversion {
  projectId: ProjectId;
  userId: UserId;
  bucket: Bucket;
  crs?: string | undefined;
  needsPlace: boolean;
  layer?: WantedConversion['layer'];
  newLayer?: WantedConversion['newLayer'];
  steps: readonly Step[];
  /** The results are there, and are made again: those before go to the trash. */
  isAgain?: boolean | undefined;
}

/** Results that were made and were about to appear: where each goes, with its size in bytes. */
export interface ConversionCheckpoint {
  steps: readonly Step[];
  made: readonly number[] | null;
}

export type ConversionOperation = OperationKind<PlannedConversion, void, ConversionCheckpoint>;
type ConversionContext = OperationContext<void, ConversionCheckpoint>;

/** Files converted at once, though one takes all cores: one of each project, so that those of another come to their turn. */
const slots = new PerOwnerSemaphore(2);
/** Sources whose place is read at once, before their conversion begins: that takes moments, and does not wait for conversions. */
const checks = new PerOwnerSemaphore(2);
const longestTitle = 255;
/** What a conversion writes at most before its end, as a multiple of its source: overviews, and the whole with them, less well packed than it was. */
const workFactor = 3;

/** Begins a conversion into Cloud Optimized GeoTIFFs and answers the paths that the results will have. @throws GromaError FILE_NOT_FOUND, BAD_PATH, BAD_INPUT */
export async function startConversion(
  platform: Platform,
  needs: ConversionNeeds,
  kind: ConversionOperation,
  wanted: WantedConversion,
): Promise<DataPath[]> {
  const { layers } = needs;
  const steps = await planSteps(platform, wanted);
  const { projectId, userId, bucket, crs, needsPlace, layer, newLayer } = wanted;
  if ((layer || newLayer) && steps.length !== 1)
    throw new GromaError('BAD_INPUT', { detail: 'layer: a layer is drawn from one file.' });
  if (layer) await layers.require({ projectId, ...layer }, userId);
  if (newLayer) await layers.requireMap({ projectId, mapId: newLayer.mapId }, userId);
  const first = baseName(steps[0]!.from);
  const subject = steps.length === 1 ? first : `${first} + ${steps.length - 1}`;
  await platform.operations.start(
    kind,
    {
      id: wanted.operationId as OperationId,
      projectId,
      userId,
      title: `Convert ${subject}`.slice(0, longestTitle),
      subject,
    },
    { projectId, userId, bucket, crs, needsPlace, layer, newLayer, steps },
  );
  return steps.map(({ to }) => to);
}

/** Converts a file again, as it is now; the result before goes to the trash of the person. @throws GromaError BAD_INPUT for an upload that was not kept, CANCELED, as conversions do */
export async function runConversionAgain(
  platform: Platform,
  kind: ConversionOperation,
  { origin, projectId, user, operationId }: WantedAgain,
  caller: AbortSignal,
): Promise<MadeAgain> {
  const { thing, inputs, parameters, name } = origin;
  const from = inputs[0]?.sourcePath as DataPath | undefined;
  if (!from || !('path' in thing))
    throw new GromaError('BAD_INPUT', { detail: `“${name}” was made of an upload, which is not kept.` });
  const there = await platform.files.stat(projectId, from);
  if (!there) throw new GromaError('FILE_NOT_FOUND', { path: from });
  const id = operationId ?? newId<'operation'>();
  const crs = parameters['crs'] as string | undefined;
  const subject = baseName(from);
  await platform.operations.run(
    kind,
    { id, projectId, userId: user.id, title: `Convert ${subject}`.slice(0, longestTitle), subject },
    {
      projectId,
      userId: user.id,
      bucket: 'groma',
      crs,
      needsPlace: false,
      steps: [{ from, to: thing.path, version: fileVersion(there.etag) }],
      isAgain: true,
    },
    caller,
  );
  return { operation_id: id, edits: [] };
}

/** Makes the results that are left to be made, then shows them. */
export async function carryOutConversion(
  platform: Platform,
  needs: ConversionNeeds,
  planned: PlannedConversion,
  { left, made, context }: { left: readonly Step[]; made: readonly number[] | null; context: ConversionContext },
): Promise<void> {
  const { steps } = planned;
  const { signal, report, keep } = context;
  const onMade = (sizes: readonly number[]): (() => Promise<void>) => {
    const sizeOf = new Map(left.map((step, index) => [step, sizes[index]]));
    const checkpoint = { steps, made: steps.map((step, index) => sizeOf.get(step) ?? made?.[index] ?? 0) };
    return () => keep(checkpoint);
  };
  if (left.length > 0) await convert(platform, { ...planned, steps: left }, report, signal, onMade);
  await showConversion(platform, needs, planned, { signal, operationId: context.id });
}

/** Draws layers from the results, if their person may still change them by then. */
export async function showConversion(
  platform: Platform,
  { layers, readFirstStyle }: ConversionNeeds,
  planned: PlannedConversion,
  { signal, operationId }: { signal: AbortSignal; operationId: string },
): Promise<void> {
  const { projectId, userId, layer, newLayer, steps } = planned;
  for (const step of steps)
    await noteFileOrigin(
      platform,
      { projectId, path: step.to, authorId: userId },
      originOf(planned, step, operationId),
    );
  await platform.bus.publish('files-changed', {
    projectId,
    path: steps[0]!.to,
    folders: [...new Set(steps.map(({ to }) => to.slice(0, to.lastIndexOf('/'))))].slice(0, 40),
  });
  const { from, to } = steps[0]!;
  // A plan that has ended stops nothing that was begun while it held.
  const begun = { evenWithoutPlan: true };
  if (layer && (await passes(layers.require({ projectId, ...layer }, userId, begun))))
    await layers.switchToCopy({ projectId, ...layer }, from, to);
  if (newLayer && (await passes(layers.requireMap({ projectId, mapId: newLayer.mapId }, userId, begun))))
    await layers.add(
      { projectId, ...newLayer },
      { url: to, style: await readFirstStyle(projectId, to, signal) },
      userId,
    );
}

function originOf({ bucket, crs }: PlannedConversion, { from, version }: Step, operationId: string): Origin {
  const source = {
    input: 'file',
    sourceMapId: null,
    sourceLayerId: null,
    sourcePath: from,
    sourceName: baseName(from),
  };
  return {
    kind: 'convert',
    doer: 'cog',
    parameters: { ...(crs !== undefined && { crs }), ...(bucket === 'groma-temp' && { file: baseName(from) }) },
    // An upload that is not kept cannot change.
    inputs: bucket === 'groma' ? [{ ...source, version: version ?? 0, features: null }] : [],
    operationId,
  };
}

async function passes(check: Promise<void>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof GromaError) return false;
    throw error;
  }
}

/** Which file becomes which. Names are free when the work begins, and none is given twice. One source alone that nothing places is refused at once. */
async function planSteps(
  { files }: Platform,
  { projectId, bucket, inputs, excluded, folder, crs, needsPlace, signal }: WantedConversion,
): Promise<Step[]> {
  const sources = await findInputs(files, projectId, bucket, { inputs, excluded });
  const [only] = sources;
  if (sources.length === 1 && (needsPlace || isPicture(only!))) {
    await checks.run(projectId, signal, () =>
      inFolder(files, projectId, (lent) =>
        findPlace(files, { projectId, path: only!, bucket }, { crs, folder: lent, signal }),
      ),
    );
  }
  const taken = new Map<string, Set<string>>();
  const steps: Step[] = [];
  for (const from of sources) {
    const into = folder === undefined ? from.slice(0, from.lastIndexOf('/')) : parseDataPath(folder);
    const names = taken.get(into) ?? (await namesIn(files, projectId, into));
    taken.set(into, names);
    const wanted = `${baseName(from).replace(/\.[^.]+$/, '')} (COG).tif`;
    const name = names.has(wanted) ? numberedName(wanted, false, (each) => names.has(each)) : wanted;
    names.add(name);
    const version = fileVersion((await files.stat(projectId, from, bucket))?.etag ?? '');
    steps.push({ from, to: parseDataPath(`${into}/${name}`), version });
  }
  return steps;
}

/** Names of a folder; of one that is not there, none. */
export async function namesIn(files: FileStore, projectId: ProjectId, folder: string): Promise<Set<string>> {
  const there = await files.list(projectId, folder as DataPath).catch(() => []);
  return new Set(there.map(({ path }) => baseName(path)));
}

/**
 * Everything is made out of sight; then all of it appears, or nothing does. `onMade` is given the sizes in bytes and answers how
 * the checkpoint is kept that tells the next attempt of them.
 */
async function convert(
  platform: Platform,
  { projectId, userId, bucket, crs, needsPlace, steps, isAgain }: PlannedConversion,
  report: ConversionContext['report'],
  signal: AbortSignal,
  onMade: (sizes: readonly number[]) => () => Promise<void>,
): Promise<void> {
  const { files } = platform;
  await inFolder(files, projectId, async (folder) => {
    const made: string[] = [];
    const listed = new Map<string, Awaited<ReturnType<typeof listCompanions>>>();
    for (const [index, { from }] of steps.entries()) {
      const [picture, parent] = [{ projectId, path: from, bucket }, from.slice(0, from.lastIndexOf('/'))];
      const beside = listed.get(parent) ?? (await listCompanions(files, picture));
      listed.set(parent, beside);
      made.push(
        await slots.run(projectId, signal, async () => {
          const [lent, work] = [join(folder, `source-${index}`), join(folder, `result-${index}`)];
          await Promise.all([mkdir(lent), mkdir(work)]);
          const source = await files.lend(projectId, from, lent, bucket);
          const { size } = await stat(source);
          await files.requireSpace(size * workFactor, baseName(from));
          const name = baseName(from);
          const placed = { ...picture, beside };
          const options =
            needsPlace || isPicture(from)
              ? await findPlace(files, placed, { crs, folder: lent, signal })
              : await lendPlace(files, placed, lent).then(() => (crs === undefined ? [] : ['-a_srs', crs]));
          return writeCog({
            source,
            workFolder: work,
            name,
            signal,
            options,
            onProgress: (fraction) =>
              report({
                progress: Math.min(99, ((index + fraction) / steps.length) * 100),
                subTask: steps.length > 1 ? name : null,
              }),
          });
        }),
      );
    }
    signal.throwIfAborted();
    const keep = onMade(await Promise.all(made.map(async (path) => (await stat(path)).size)));
    await keep();
    await reveal(platform.files, { projectId, clearedBy: isAgain ? userId : null }, steps, made, keep);
  });
}

/** Formats that have no place of their own. */
function isPicture(path: DataPath): boolean {
  return /\.(?:png|jpe?g)$/i.test(path);
}

/** Works in a folder that no kernel sees. */
async function inFolder<T>(files: FileStore, projectId: ProjectId, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await files.workFolder(projectId);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts the results where they belong; what was put there goes again when one of them fails. */
async function reveal(
  files: FileStore,
  { projectId, clearedBy }: { projectId: ProjectId; clearedBy: UserId | null },
  steps: readonly Step[],
  made: readonly string[],
  keep: () => Promise<void>,
): Promise<void> {
  const there: StoredFile[] = [];
  try {
    for (const [index, { to }] of steps.entries()) {
      if (clearedBy && (await files.stat(projectId, to))) await files.remove(projectId, to, clearedBy);
      there.push(await files.adopt(projectId, to, made[index]!));
    }
  } catch (error) {
    // Another process that has taken the operation over may count on what is there.
    const isOurs = await keep().then(
      () => true,
      () => false,
    );
    for (const { path, etag } of isOurs ? there : []) {
      if ((await files.stat(projectId, path))?.etag === etag) await files.discard(projectId, path, 'groma');
    }
    throw error;
  }
}
