import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, GromaError, type DataPath, type ProjectId } from '@groma/model';
import { PerOwnerSemaphore } from '../../platform/jobs/per-owner-semaphore.ts';
import {
  ArrayFile,
  isArrayFile,
  isArrayFolder,
  type ArrayChoice,
  type WantedImage,
} from '../../platform/gdal/array-file.ts';
import { mostZarrFiles } from '../../platform/gdal/zarr-root.ts';
import type { Bucket, FileStore } from '../../platform/storage/file-store.ts';
import { inFolder } from './in-folder.ts';

interface ArraySource {
  projectId: ProjectId;
  path: DataPath;
  bucket: Bucket;
}

/** Files whose images are listed at once; each is a process for moments. */
const lists = new PerOwnerSemaphore(2);
const longestName = 120;

/**
 * The images that a file of arrays (NetCDF, HDF5, Zarr) holds, with the steps of their times and levels.
 * @throws GromaError FILE_NOT_FOUND, BAD_INPUT for other files, FILE_UNREADABLE, NO_CONVERTER, UNAVAILABLE
 */
export async function listArrays(files: FileStore, source: ArraySource, signal: AbortSignal): Promise<ArrayChoice[]> {
  const { projectId, path, bucket } = source;
  if (!isArrayFile(path))
    throw new GromaError('BAD_INPUT', { detail: `path: "${baseName(path)}" is no file of arrays.` });
  const stored = await files.stat(projectId, path, bucket);
  if (!stored || stored.isDir !== isArrayFolder(path)) throw new GromaError('FILE_NOT_FOUND', { path });
  return inArrays(files, source, signal, (file) => file.choices());
}

/**
 * What a copy of one image is called, after its file, its array and its steps.
 * @throws GromaError as `ArrayFile.requireImage`; BAD_INPUT where nothing is chosen
 */
export async function nameOfImage(
  files: FileStore,
  source: ArraySource,
  { wanted, crs, signal }: { wanted: WantedImage | undefined; crs: string | undefined; signal: AbortSignal },
): Promise<string> {
  const stem = baseName(source.path).replace(/(?:\.zarr\.zip|\.[^.]+)$/i, '');
  if (!wanted) throw new GromaError('BAD_INPUT', { detail: `array: say which image of "${baseName(source.path)}".` });
  return inArrays(files, source, signal, async (file) => {
    await file.requireImage(wanted, crs);
    const image = (await file.choices()).find(({ path }) => path === wanted.path)!;
    const steps = wanted.at.map((at, axis) => image.steps[axis]!.labels[at] ?? String(at + 1));
    const words = [stem, wanted.path.slice(wanted.path.lastIndexOf('/') + 1), ...steps].join(' ');
    return words.replaceAll(/[\\/:*?"<>|]|\p{Cc}/gu, '-').slice(0, longestName);
  });
}

/** Opens a file of arrays by a second name in a folder that no kernel sees. */
export async function openArrays(
  files: FileStore,
  { projectId, path, bucket }: ArraySource,
  folder: string,
  signal: AbortSignal,
): Promise<{ file: ArrayFile; workFolder: string }> {
  const [lent, workFolder] = [join(folder, 'source'), join(folder, 'arrays')];
  for (const each of [lent, workFolder]) await mkdir(each, { recursive: true });
  const sourcePath = isArrayFolder(path)
    ? await lendFolder(files, { projectId, path, bucket }, lent)
    : await files.lend(projectId, path, lent, bucket);
  return { file: await ArrayFile.open({ sourcePath, workFolder, signal }), workFolder };
}

/** @throws GromaError FILE_UNREADABLE for a folder of too many files */
async function lendFolder(files: FileStore, { projectId, path, bucket }: ArraySource, into: string): Promise<string> {
  let left = mostZarrFiles;
  const lend = async (from: DataPath, to: string): Promise<void> => {
    await mkdir(to);
    for (const each of await files.list(projectId, from, bucket)) {
      if (left === 0)
        throw new GromaError('FILE_UNREADABLE', {
          name: baseName(path),
          detail: `it has more than ${mostZarrFiles} files.`,
        });
      left -= 1;
      if (each.isDir) await lend(each.path as DataPath, join(to, baseName(each.path)));
      else await files.lend(projectId, each.path as DataPath, to, bucket);
    }
  };
  await lend(path, join(into, baseName(path)));
  return join(into, baseName(path));
}

function inArrays<T>(
  files: FileStore,
  source: ArraySource,
  signal: AbortSignal,
  work: (file: ArrayFile) => Promise<T>,
): Promise<T> {
  return lists.run(source.projectId, signal, () =>
    inFolder(files, source.projectId, async (folder) => work((await openArrays(files, source, folder, signal)).file)),
  );
}
