import { baseName, GromaError, numberedName, parseDataPath, type DataPath, type ProjectId } from '@groma/model';
import { PerOwnerSemaphore } from '../../platform/jobs/per-owner-semaphore.ts';
import { isArrayFile } from '../../platform/gdal/array-file.ts';
import { findGdal } from '../../platform/gdal/gdal-sandbox.ts';
import { fileVersion } from '../../platform/origin/origin.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { nameOfImage } from './array-source.ts';
import { findInputs } from './find-inputs.ts';
import { inFolder } from './in-folder.ts';
import {
  isConvertible,
  isVectorName,
  mainFileOf,
  packageFor,
  refuseWithout,
  requireReadable,
  type OutputForm,
} from './output-format-table.ts';
import { findPlace } from './place-beside.ts';
import { hasPackage } from '../../platform/python/run-python.ts';
import type { Step, WantedConversion } from './planned-conversion.ts';

/**
 * Sources whose place is read at once, before their conversion begins: that takes moments, and does not wait for
 * conversions.
 */
const checks = new PerOwnerSemaphore(2);

/**
 * Which file becomes which. Names are free when the work begins, and none is given twice. One source alone that nothing
 * places is refused at once, and so is whatever this server can't convert.
 * @throws GromaError FILE_NOT_FOUND, BAD_PATH, BAD_INPUT, NO_CONVERTER, IMPORT_FAILED
 */
export async function planSteps(
  { files, config }: Platform,
  form: OutputForm,
  { projectId, bucket, inputs, excluded, folder, crs, needsPlace, array, signal }: WantedConversion,
): Promise<Step[]> {
  const sources = await findInputs(files, projectId, bucket, { inputs, excluded, isMeant: isConvertible(form) });
  const drivers = (await findGdal())?.drivers ?? [];
  for (const source of sources) requireReadable(source, form, drivers);
  for (const needed of new Set(sources.map((source) => packageFor(form, source))))
    if (needed !== null && !(await hasPackage(config.pythonEnvironment, needed))) refuseWithout(needed, form);
  const [only] = sources;
  if (
    sources.length === 1 &&
    form.kind === 'raster' &&
    !isVectorName(only!) &&
    !isArrayFile(only!) &&
    (needsPlace || isPicture(only!))
  ) {
    await checks.run(projectId, signal, () =>
      inFolder(files, projectId, (lent) =>
        findPlace(files, { projectId, path: only!, bucket }, { crs, folder: lent, signal }),
      ),
    );
  }
  if (array && !(sources.length === 1 && isArrayFile(only!)))
    throw new GromaError('BAD_INPUT', { detail: 'array: one file of arrays becomes one raster.' });
  const arrayName =
    form.kind === 'raster' && isArrayFile(only!)
      ? await nameOfImage(files, { projectId, path: only!, bucket }, { wanted: array, crs, signal })
      : null;
  const taken = new Map<string, Set<string>>();
  const steps: Step[] = [];
  for (const from of sources) {
    const into = folder === undefined ? folderOf(from) : parseDataPath(folder);
    const names = taken.get(into) ?? (await namesIn(files, projectId, into));
    taken.set(into, names);
    const version = fileVersion((await files.stat(projectId, from, bucket))?.etag ?? '');
    const to = freePath(into, `${arrayName ?? stemOf(from)}${form.ending}`, names);
    const main = mainFileOf(form);
    steps.push({ from, to: main === null ? to : parseDataPath(`${to}/${main}`), version });
  }
  return steps;
}

/** A path whose name none of `names` has; it is one of them from then on. */
export function freePath(folder: string, wanted: string, names: Set<string>): DataPath {
  const name = names.has(wanted) ? numberedName(wanted, false, (each) => names.has(each)) : wanted;
  names.add(name);
  return parseDataPath(`${folder}/${name}`);
}

/** Names of a folder; of one that is not there, none. */
export async function namesIn(files: FileStore, projectId: ProjectId, folder: string): Promise<Set<string>> {
  const there = await files.list(projectId, folder as DataPath).catch(() => []);
  return new Set(there.map(({ path }) => baseName(path)));
}

/** Formats that have no place of their own. */
export function isPicture(path: DataPath): boolean {
  return /\.(?:png|jpe?g)$/i.test(path);
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

export function stemOf(path: string): string {
  return baseName(path).replace(/\.[^.]+$/, '');
}
