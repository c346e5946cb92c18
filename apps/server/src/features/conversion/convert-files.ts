import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  baseName,
  GromaError,
  workflowTracker,
  type ConversionOptions,
  type DataPath,
  type OperationRemark,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { PerOwnerSemaphore } from '../../platform/jobs/per-owner-semaphore.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileStore, StoredFile } from '../../platform/storage/file-store.ts';
import { isArrayFile } from '../../platform/gdal/array-file.ts';
import { openArrays } from './array-source.ts';
import { inFolder } from './in-folder.ts';
import { isMeshFile } from './open-scene.ts';
import {
  becomesMesh,
  isMeshName,
  isVectorName,
  objName,
  requireForm,
  tilesetName,
  type OutputForm,
} from './output-format-table.ts';
import { enviDrivers, findPlace, headerOf, lendPlace, listCompanions } from './place-beside.ts';
import { folderOf, freePath, isPicture, namesIn, stemOf } from './plan-steps.ts';
import { lendParts } from './mesh-parts.ts';
import { rasterize } from './rasterize.ts';
import { runPython } from '../../platform/python/run-python.ts';
import type { ConversionContext, ConversionNeeds, PlannedConversion, Step } from './planned-conversion.ts';
import { writeRaster } from '../../platform/gdal/write-raster.ts';
import { writeStyle } from './write-style.ts';

/**
 * Files converted at once, though one takes all cores: one of each project, so that those of another come to their
 * turn.
 */
const slots = new PerOwnerSemaphore(2);
/**
 * What a conversion writes at most before its end, as a multiple of its source: overviews, and the whole with them,
 * less well packed than it was.
 */
const workFactor = 3;
/** Points are packed to a tenth, and are sorted on disk before they become tiles. */
const cloudFactor = 20;

/** Of the time that an image of a file of arrays takes, what goes into reading it. */
const imageShare = 0.3;

/** What one source has become: a file, or one for each of its layers. */
interface Result {
  /** Null where it is the only one. */
  layer: string | null;
  file: string;
  /** The folder that appears as a whole where the file is one of several. */
  folder?: string;
}

/** A result that is to appear. */
interface Finished {
  step: Step;
  file: string;
  /** A folder that holds the file and appears as a whole. */
  whole: string | undefined;
}

interface Left {
  left: readonly Step[];
  /** Sizes of results from attempts before; null where none was about to appear. */
  made: readonly number[] | null;
}

/**
 * Everything is made out of sight; then all of it appears, or nothing does. The checkpoint tells the next attempt which
 * results were about to. Answers all steps: a source of several layers has one for each.
 */
export async function convertFiles(
  platform: Platform,
  needs: ConversionNeeds,
  planned: PlannedConversion,
  { left, made, context }: Left & { context: ConversionContext },
): Promise<readonly Step[]> {
  const { files } = platform;
  const { projectId } = planned;
  const { signal, keep } = context;
  const form = requireForm(planned.format);
  const remarks: OperationRemark[] = [];
  const sources = [...new Set(left.map(({ from }) => from))];
  return inFolder(files, projectId, async (folder) => {
    const finished: Finished[] = [];
    const taken = new Map<string, Set<string>>();
    for (const [index, from] of sources.entries()) {
      const tell = progressOf(planned, context, { index, count: sources.length, name: baseName(from) });
      tell(0);
      const converter = new Converter(platform, needs, planned, { form, signal, tell, remarks });
      const results = await slots.run(projectId, signal, () => converter.convert(from, join(folder, String(index))));
      const own = left.filter((step) => step.from === from);
      for (const [at, { layer, file, folder: whole }] of results.entries()) {
        const known = own.find((step) => (step.layer ?? 0) === at);
        if (!known && (made !== null || planned.isAgain)) continue;
        const into = folderOf(own[0]!.to);
        const names = taken.get(into) ?? (await namesWith(files, projectId, into, planned.steps));
        taken.set(into, names);
        const step = known ?? {
          from,
          to: freePath(into, `${stemOf(from)} (${asName(layer)})${form.ending}`, names),
          layer: at,
          version: own[0]!.version,
        };
        finished.push({ step, file, whole });
      }
      context.report({ remarks: [...remarks] });
      if (sources.length > 1 && made === null) await keep({ steps: planned.steps, made: null, done: index + 1 });
    }
    signal.throwIfAborted();
    const added = finished
      .map(({ step }) => step)
      .filter((step) => !planned.steps.includes(step) && !left.includes(step));
    const steps = [...planned.steps, ...added];
    const sizes = await Promise.all(finished.map(async ({ file }) => (await stat(file)).size));
    const sizeOf = new Map(finished.map(({ step }, at) => [step, sizes[at]!]));
    const keepMade = () => keep({ steps, made: steps.map((step, at) => sizeOf.get(step) ?? made?.[at] ?? 0) });
    await keepMade();
    await reveal(files, { projectId, clearedBy: planned.isAgain ? planned.userId : null }, finished, keepMade);
    return steps;
  });
}

async function namesWith(
  files: FileStore,
  projectId: ProjectId,
  folder: string,
  steps: readonly Step[],
): Promise<Set<string>> {
  const given = steps.filter(({ to }) => folderOf(to) === folder).map(({ to }) => baseName(to));
  return new Set([...(await namesIn(files, projectId, folder)), ...given]);
}

/**
 * How far all is, told as that of a workflow's run with the words of the specification (WFL-059 to WFL-061), else in
 * percent.
 */
function progressOf(
  { workflowName }: PlannedConversion,
  { report }: ConversionContext,
  { index, count, name }: { index: number; count: number; name: string },
): (fraction: number) => void {
  if (workflowName === undefined)
    return (fraction) =>
      report({ progress: Math.min(99, ((index + fraction) / count) * 100), subTask: count > 1 ? name : null });
  const nodes = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [at, { phase: at < index ? 'Succeeded' : 'Running' }]),
  );
  const { progress, subtitle } = workflowTracker({ phase: 'Running', message: null, nodes });
  return (fraction) => report({ progress, subtitle, subTask: name, subTaskProgress: Math.min(99, fraction * 100) });
}

interface Converting {
  form: OutputForm;
  signal: AbortSignal;
  tell(fraction: number): void;
  /** What was lost is added here. */
  remarks: OperationRemark[];
}

/** Converts one source after the other into files of a folder. */
class Converter {
  readonly #platform: Platform;
  readonly #needs: ConversionNeeds;
  readonly #planned: PlannedConversion;
  readonly #how: Converting;

  constructor(platform: Platform, needs: ConversionNeeds, planned: PlannedConversion, how: Converting) {
    this.#platform = platform;
    this.#needs = needs;
    this.#planned = planned;
    this.#how = how;
  }

  async convert(from: DataPath, folder: string): Promise<Result[]> {
    const { form } = this.#how;
    await mkdir(folder);
    const stored = await this.#platform.files.stat(this.#planned.projectId, from, this.#planned.bucket);
    const factor = ['point-cloud', 'tiled-3d', 'mesh'].includes(form.kind) ? cloudFactor : workFactor;
    await this.#platform.files.requireSpace((stored?.bytes ?? 0) * factor, baseName(from));
    if (form.kind === 'vector') return this.#vector(from, folder, form.format);
    if (form.kind === 'vector-style') return this.#style(from, folder, form.format);
    if (becomesMesh(from, form)) return [await this.#mesh(from, folder)];
    if (form.kind === 'point-cloud') return [await this.#points(from, folder, form.format, `result${form.ending}`)];
    if (form.kind === 'tiled-3d') return [await this.#tiles(from, folder)];
    return isVectorName(from) ? this.#drawn(from, folder) : [{ layer: null, file: await this.#raster(from, folder) }];
  }

  async #vector(from: DataPath, folder: string, format: Extract<OutputForm, { kind: 'vector' }>['format'], share = 1) {
    const { projectId, bucket, crs } = this.#planned;
    const { signal, tell, remarks } = this.#how;
    const made = await this.#needs.convertVector({
      projectId,
      path: from,
      bucket,
      format,
      crs,
      folder,
      signal,
      onProgress: (fraction) => tell(fraction * share),
    });
    remarks.push(...made.remarks.map((remark) => ({ ...remark, file: baseName(from) })));
    return made.layers.map(({ name, file }): Result => ({ layer: made.layers.length > 1 ? name : null, file }));
  }

  async #style(from: DataPath, folder: string, format: 'sld' | 'qml'): Promise<Result[]> {
    const { projectId, bucket } = this.#planned;
    const source = await this.#platform.files.lend(projectId, from, folder, bucket);
    const { file, losses } = await writeStyle({ source, name: baseName(from), format, folder });
    this.#note(from, losses);
    return [{ layer: null, file }];
  }

  async #points(from: DataPath, folder: string, format: string, output: string): Promise<Result> {
    const { crs } = this.#planned;
    return this.#python(from, folder, 'point_cloud', { output, words: [format, ...(crs === undefined ? [] : [crs])] });
  }

  /** Materials and textures of OBJ stand beside it, in a folder. */
  async #mesh(from: DataPath, folder: string): Promise<Result> {
    const { format } = this.#how.form;
    const isFolder = format === 'obj';
    const output = isFolder ? '.' : `result.${format}`;
    const { file } = await this.#python(from, folder, 'mesh', { output, words: [format] });
    return isFolder ? { layer: null, file: join(file, objName), folder: file } : { layer: null, file };
  }

  async #python(
    from: DataPath,
    folder: string,
    program: 'point_cloud' | 'mesh',
    { output, words }: { output: string; words: readonly string[] },
  ): Promise<Result> {
    const { projectId, bucket } = this.#planned;
    const { signal, tell } = this.#how;
    const [lent, work] = [join(folder, 'source'), join(folder, 'result')];
    await Promise.all([mkdir(lent), mkdir(work)]);
    const source = await this.#platform.files.lend(projectId, from, lent, bucket);
    if (program === 'mesh') await lendParts(this.#platform.files, { projectId, path: from, bucket }, lent);
    const losses = await runPython({
      environment: this.#platform.config.pythonEnvironment,
      program,
      source,
      folder: work,
      output,
      words,
      name: baseName(from),
      signal,
      onProgress: tell,
    });
    this.#note(from, losses);
    return { layer: null, file: join(work, output) };
  }

  async #tiles(from: DataPath, folder: string): Promise<Result> {
    const { projectId, bucket, crs } = this.#planned;
    const isMesh = isMeshName(from) || (await isMeshFile(this.#platform.files, projectId, from, bucket));
    const words = ['3dtiles', ...(crs === undefined ? [] : [crs])];
    const { file } = await this.#python(from, folder, isMesh ? 'mesh' : 'point_cloud', { output: '.', words });
    return { layer: null, file: join(file, tilesetName), folder: file };
  }

  /** Vectors are drawn as rasters from GeoPackages in their own coordinate system. */
  async #drawn(from: DataPath, folder: string): Promise<Result[]> {
    const results: Result[] = [];
    for (const [at, { layer, file }] of (await this.#vector(from, folder, 'geopackage', 0.5)).entries()) {
      const [drawn, work] = [join(folder, `drawn-${at}`), join(folder, `result-${at}`)];
      await Promise.all([mkdir(drawn), mkdir(work)]);
      const { options = {} } = this.#planned;
      const about = { name: baseName(from), signal: this.#how.signal, options };
      const source = await rasterize({ source: file, workFolder: drawn, ...about });
      // What is drawn has its pixels and the value of nothing already.
      const { nodata: _nodata, resolution: _resolution, ...settings } = options;
      results.push({ layer, file: await this.#write(source, work, [], { settings }) });
    }
    return results;
  }

  async #raster(from: DataPath, folder: string): Promise<string> {
    const { projectId, bucket, crs, needsPlace, array } = this.#planned;
    const { files } = this.#platform;
    if (isArrayFile(from)) return this.#image(from, folder, array);
    const [lent, work] = [join(folder, 'source'), join(folder, 'result')];
    await Promise.all([mkdir(lent), mkdir(work)]);
    const source = await files.lend(projectId, from, lent, bucket);
    const picture = { projectId, path: from, bucket };
    const placed = { ...picture, beside: await listCompanions(files, picture) };
    const options =
      needsPlace || isPicture(from)
        ? await findPlace(files, placed, { crs, folder: lent, signal: this.#how.signal })
        : await lendPlace(files, placed, lent).then(() => (crs === undefined ? [] : ['-a_srs', crs]));
    const drivers = headerOf(from, placed.beside) === undefined ? [] : enviDrivers;
    return this.#write(source, work, options, { name: baseName(from), settings: this.#planned.options, drivers });
  }

  /** One image of a file of arrays, written as it is first, which is a third of the work. */
  async #image(from: DataPath, folder: string, array: PlannedConversion['array']): Promise<string> {
    const { projectId, bucket, crs, options: settings } = this.#planned;
    const { signal, tell } = this.#how;
    const name = baseName(from);
    if (!array) throw new GromaError('BAD_INPUT', { detail: `array: say which image of "${name}".` });
    const { file, workFolder } = await openArrays(
      this.#platform.files,
      { projectId, path: from, bucket },
      folder,
      signal,
    );
    const onProgress = (fraction: number) => tell(fraction * imageShare);
    const options = await file.write(array, { crs, output: 'image.tif', onProgress });
    const work = join(folder, 'result');
    await mkdir(work);
    const rest = (fraction: number) => tell(imageShare + fraction * (1 - imageShare));
    return this.#write(join(workFolder, 'image.tif'), work, options, { name, settings, tell: rest });
  }

  async #write(
    source: string,
    workFolder: string,
    options: readonly string[],
    {
      name = baseName(source),
      settings = {},
      tell = this.#how.tell,
      drivers = [],
    }: {
      name?: string;
      settings?: ConversionOptions | undefined;
      tell?: (fraction: number) => void;
      drivers?: readonly string[];
    },
  ) {
    const { form, signal, remarks } = this.#how;
    const { file, warnings } = await writeRaster({
      format: form.kind === 'raster' ? form.format : 'geotiff',
      source,
      workFolder,
      name,
      signal,
      settings,
      options,
      drivers,
      onProgress: tell,
    });
    remarks.push(
      ...warnings.map((text): OperationRemark => ({ kind: 'import', text: `${name}: ${text}`, file: name })),
    );
    return file;
  }

  /** Puts what was lost of a source into the remarks of the operation. */
  #note(from: DataPath, losses: readonly string[]): void {
    this.#how.remarks.push(
      ...losses.map((text): OperationRemark => {
        const file = baseName(from);
        return { kind: 'import', text: `${file}: ${text}`, file };
      }),
    );
  }
}

/** A layer's name as a part of a file's. */
function asName(layer: string | null): string {
  return (layer ?? '').replaceAll(/[\\/:*?"<>|]|\p{Cc}/gu, '_').slice(0, 80) || 'layer';
}

/** Puts the results where they belong; what was put there goes again when one of them fails. */
async function reveal(
  files: FileStore,
  { projectId, clearedBy }: { projectId: ProjectId; clearedBy: UserId | null },
  finished: readonly Finished[],
  keep: () => Promise<void>,
): Promise<void> {
  const there: StoredFile[] = [];
  try {
    for (const { step, file, whole } of finished) {
      const to = whole === undefined ? step.to : (folderOf(step.to) as DataPath);
      if (clearedBy && (await files.stat(projectId, to))) await files.remove(projectId, to, clearedBy);
      there.push(
        await (whole === undefined ? files.adopt(projectId, to, file) : files.adoptFolder(projectId, to, whole)),
      );
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
