import { formatOfName, groupFiles, mayBeSamples } from '@groma/geo';
import { file } from '@groma/protocol';
import { api } from '../../../platform/api.ts';

/** A file or folder of the project, as a drag of them carries it. */
export interface DraggedEntry {
  path: string;
  isDir: boolean;
}

/** A folder that is one thing, of files that nobody opens. */
function isArrayFolder(path: string): boolean {
  return formatOfName(path) === 'zarr';
}

/** Entries of folders that are looked at: a folder of a whole project is no import. */
const mostEntries = 20_000;

/**
 * The files of dragged files and folders of a project. Files that were dragged themselves stay, whatever they are; of
 * folders, with all below them unless `isDeep` says otherwise, only geodata is taken.
 */
export async function projectFilesBelow(
  projectId: string,
  dragged: readonly DraggedEntry[],
  signal: AbortSignal,
  isDeep = true,
): Promise<{ paths: string[]; isCut: boolean }> {
  const isWhole = ({ path, isDir }: DraggedEntry): boolean => !isDir || isArrayFolder(path);
  const paths = dragged.filter(isWhole).map(({ path }) => path);
  const folders = dragged.filter((each) => !isWhole(each)).map(({ path }) => path);
  const below: string[] = [];
  let seen = 0;
  for (let folder = folders.shift(); folder !== undefined && seen < mostEntries; folder = folders.shift()) {
    for (let offset = 0, total = 1; offset < total && seen < mostEntries;) {
      const page = await api.call(file.listFiles, { params: { projectId }, query: { path: folder, offset }, signal });
      for (const { path, isDir } of page.data) {
        if (isWhole({ path, isDir })) below.push(path);
        else if (isDeep) folders.push(path);
      }
      if (page.data.length === 0) break;
      offset += page.data.length;
      seen += page.data.length;
      total = page.total;
    }
  }
  return { paths: [...new Set([...paths, ...geodataOf(below)])], isCut: seen >= mostEntries };
}

/**
 * Some files of a project, with what lies beside the pictures among them: a world file makes a raster of a picture, and
 * a header one of plain samples.
 */
export async function withWorldFiles(projectId: string, paths: readonly string[]): Promise<string[]> {
  const pictures = paths.filter((path) => /^(?:png|jpeg)$/.test(formatOfName(path) ?? '') || mayBeSamples(path));
  const folders = new Set(pictures.map((path) => path.slice(0, path.lastIndexOf('/'))));
  const never = new AbortController().signal;
  const beside = (
    await Promise.all([...folders].map((path) => projectFilesBelow(projectId, [{ path, isDir: true }], never, false)))
  ).flatMap((found) => found.paths);
  const companions = groupFiles(beside).groups.flatMap(({ name, sidecars }) =>
    pictures.includes(name) ? sidecars : [],
  );
  return [...new Set([...paths, ...companions])];
}

/** The geodata among some paths, companions included. */
export function geodataOf(paths: readonly string[]): string[] {
  return groupFiles(paths).groups.flatMap(({ name, sidecars }) => [name, ...sidecars]);
}

/** What is dragged: a list of files and folders, or one. */
export function draggedEntries(dragged: unknown): DraggedEntry[] {
  const list: unknown[] = Array.isArray(dragged) ? dragged : [dragged];
  return list.flatMap((each) => {
    const { path, isDir } = (each ?? {}) as { path?: unknown; isDir?: unknown };
    return typeof path === 'string' ? [{ path, isDir: isDir === true }] : [];
  });
}
