import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GromaError, parseDataPath, type DataPath, type ProjectId } from '@groma/model';
import type { PackageChange } from '@groma/protocol';
import type { FileStore } from '../../platform/storage/file-store.ts';
import {
  isArchive,
  longestFile,
  parseArchive,
  parsePackageName,
  parseRequirement,
  parseRequirementsFile,
  type Wanted,
} from './read-requirements.ts';

const mostWheels = 500;

/**
 * What a change asks for, with what its requirements.txt files do.
 * @throws GromaError PACKAGE_REFUSED, BAD_PATH, FILE_NOT_FOUND, BAD_INPUT where nothing is asked for.
 */
export async function gatherWanted(files: FileStore, projectId: ProjectId, change: PackageChange): Promise<Wanted> {
  const wanted: Wanted = { requirements: change.requirements.map(parseRequirement), files: [] };
  for (const name of change.remove) parsePackageName(name);
  for (const path of change.files) {
    if (isArchive(path)) wanted.files.push(parseArchive(path));
    else {
      const found = await readRequirementsFile(files, projectId, parseDataPath(path));
      wanted.requirements.push(...found.requirements);
      wanted.files.push(...found.files);
    }
  }
  const isRemoval = change.remove.length > 0;
  if (isRemoval === wanted.requirements.length + wanted.files.length > 0)
    throw new GromaError('BAD_INPUT', { detail: 'Name packages to install, or packages to remove.' });
  return wanted;
}

/** What a requirements.txt of the project asks for. @throws GromaError FILE_NOT_FOUND, PACKAGE_REFUSED */
export async function readRequirementsFile(files: FileStore, projectId: ProjectId, path: DataPath): Promise<Wanted> {
  const opened = await files.open(projectId, path);
  try {
    if (opened.bytes > longestFile)
      throw new GromaError('PACKAGE_REFUSED', { name: path, detail: 'the file is too long.' });
    if (opened.bytes === 0) return { requirements: [], files: [] };
    const pieces: Buffer[] = [];
    for await (const piece of opened.read({ start: 0, end: opened.bytes - 1 })) pieces.push(piece as Buffer);
    return parseRequirementsFile(Buffer.concat(pieces).toString('utf8'), path);
  } finally {
    await opened.close().catch(() => undefined);
  }
}

/** Wheels among the files of a project. */
export async function findWheels(files: FileStore, projectId: ProjectId): Promise<DataPath[]> {
  const found = await files.search(projectId, '/data' as DataPath, ['.whl'], mostWheels);
  return found.files.filter(({ path, isDir }) => !isDir && isArchive(path)).map(({ path }) => path);
}

/**
 * Gives pip second names of files that it is to install, in `folder`, and, where there is no index, of all wheels. The
 * answer are their paths in the sandbox.
 * @throws GromaError FILE_NOT_FOUND
 */
export async function lendWheels(
  files: FileStore,
  projectId: ProjectId,
  { folder, wanted, isOffline }: { folder: string; wanted: readonly DataPath[]; isOffline: boolean },
): Promise<string[]> {
  const paths: string[] = [];
  for (const [at, path] of wanted.entries()) {
    await mkdir(join(folder, String(at)));
    await files.lend(projectId, path, join(folder, String(at)));
    paths.push(`/wheels/${at}/${basename(path)}`);
  }
  await mkdir(join(folder, 'all'));
  const found = isOffline ? await findWheels(files, projectId) : [];
  // The first of several with one name.
  for (const path of found) await files.lend(projectId, path, join(folder, 'all')).catch(() => undefined);
  return paths;
}
