import { baseName, GromaError, parseDataPath, parseExistingPath, type DataPath, type ProjectId } from '@groma/model';
import { isArrayFolder } from '../../platform/gdal/array-file.ts';
import type { Bucket, FileStore } from '../../platform/storage/file-store.ts';

/** Files of one conversion at most. */
const mostFiles = 1_000;

/**
 * The files that a conversion is asked for: paths, folders (`/data/scenes/`) and patterns with one `*` in their last
 * part (`/data/scenes/*.tif`), without what is excluded in the same way. A folder stands for those of its files that
 * \`isMeant\` takes by name. Each comes once, in the order of the wish.
 * @throws GromaError FILE_NOT_FOUND, BAD_PATH, BAD_INPUT
 */
export async function findInputs(
  files: FileStore,
  projectId: ProjectId,
  bucket: Bucket,
  {
    inputs,
    excluded,
    isMeant,
  }: { inputs: readonly string[]; excluded: readonly string[]; isMeant(name: string): boolean },
): Promise<DataPath[]> {
  const [found, named] = [new Set<DataPath>(), new Set<DataPath>()];
  for (const input of inputs) {
    const below = patternOf(input, isMeant);
    if (below) for (const path of await matching(files, projectId, bucket, below)) found.add(path);
    else {
      found.add(parseExistingPath(input));
      named.add(parseExistingPath(input));
    }
  }
  for (const each of excluded) {
    const below = patternOf(each, isMeant);
    if (!below) found.delete(parseExistingPath(each));
    else
      for (const path of found)
        if (path.slice(0, path.lastIndexOf('/')) === below.folder && below.matches(baseName(path))) found.delete(path);
  }
  if (found.size === 0) throw new GromaError('BAD_INPUT', { detail: 'input_paths: there is no file to convert.' });
  if (found.size > mostFiles)
    throw new GromaError('BAD_INPUT', {
      detail: `input_paths: these are ${found.size} files; at most ${mostFiles} are converted at once.`,
    });
  for (const path of found) {
    if (!named.has(path)) continue;
    const stored = await files.stat(projectId, path, bucket);
    if (!stored || (stored.isDir && !isArrayFolder(path))) throw new GromaError('FILE_NOT_FOUND', { path });
  }
  return [...found];
}

interface Pattern {
  folder: DataPath;
  matches(name: string): boolean;
}

/** What a folder or a pattern stands for; null for the path of a file. @throws GromaError BAD_PATH, BAD_INPUT */
function patternOf(text: string, isMeant: (name: string) => boolean): Pattern | null {
  const at = text.lastIndexOf('/');
  const [folder, name] = [text.slice(0, at), text.slice(at + 1)];
  if (folder.includes('*') || name.split('*').length > 2)
    throw new GromaError('BAD_INPUT', {
      detail: `"${text}": only one * is allowed, and only in the last part of a path.`,
    });
  if (name === '') return { folder: parseDataPath(folder), matches: isMeant };
  if (!name.includes('*')) return null;
  if (!/\.[^.*]+$/.test(name))
    throw new GromaError('BAD_INPUT', { detail: `"${text}": a pattern names the ending of its files, such as *.tif.` });
  const [start, end] = name.toLowerCase().split('*') as [string, string];
  return {
    folder: parseDataPath(folder),
    matches: (each) =>
      each.length >= start.length + end.length &&
      each.toLowerCase().startsWith(start) &&
      each.toLowerCase().endsWith(end),
  };
}

async function matching(
  files: FileStore,
  projectId: ProjectId,
  bucket: Bucket,
  { folder, matches }: Pattern,
): Promise<DataPath[]> {
  const there = await files.list(projectId, folder, bucket);
  return there.filter(({ isDir, path }) => !isDir && matches(baseName(path))).map(({ path }) => path as DataPath);
}
