import { baseName, GromaError, limit, type DataPath, type ProjectId, type UserId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';

/** Paths of one folder up to which each is looked for by its name, and above which the whole folder is read. */
const fewPaths = 4;

type PartsOfPaths = ReadonlyMap<DataPath, readonly DataPath[]>;

/** The files that belong to each of some paths, as roads.dbf to roads.shp; those that are not there have none. */
export async function partsOfEach(
  files: FileStore,
  projectId: ProjectId,
  paths: readonly DataPath[],
): Promise<PartsOfPaths> {
  const parts = new Map<DataPath, readonly DataPath[]>();
  const byFolder = Map.groupBy(paths, folderOf);
  for (const [folder, inside] of byFolder) {
    if (folder === '') continue;
    const filters = inside.length > fewPaths ? [''] : inside.map(baseName);
    for (const filter of filters) await addParts(files, projectId, { folder, filter }, parts);
  }
  return parts;
}

async function addParts(
  files: FileStore,
  projectId: ProjectId,
  { folder, filter }: { folder: DataPath; filter: string },
  parts: Map<DataPath, readonly DataPath[]>,
): Promise<void> {
  const order = { sort: 'name', descending: false, isGrouped: true } as const;
  for (let offset = 0, total = 1; offset < total; offset += limit.listWindow) {
    const page = await files
      .listWindow(projectId, folder, { ...order, filter, offset, limit: limit.listWindow })
      .catch(unlessKnown);
    for (const each of page?.files ?? [])
      if (each.parts)
        parts.set(
          each.path,
          each.parts.map((name) => `${folder}/${name}` as DataPath),
        );
    total = page?.total ?? 0;
  }
}

/** Some paths without those that belong to another of them, which go along with that one. */
export function withoutParts(paths: readonly DataPath[], parts: PartsOfPaths): DataPath[] {
  const along = new Set(paths.flatMap((path) => parts.get(path) ?? []));
  return paths.filter((path) => !along.has(path));
}

function folderOf(path: DataPath): DataPath {
  return path.slice(0, path.lastIndexOf('/')) as DataPath;
}

function unlessKnown(error: unknown): undefined {
  if (!(error instanceof GromaError)) throw error;
}

/** Where a part goes when what it belongs to goes somewhere: its name begins as that one's. */
export function placeOfPart(part: DataPath, from: DataPath, to: DataPath): DataPath {
  const [own, before, after] = [part, from, to].map(baseName) as [string, string, string];
  const folder = folderOf(to);
  if (own.toLowerCase().startsWith(`${before.toLowerCase()}.`))
    return `${folder}/${after}${own.slice(before.length)}` as DataPath;
  return `${folder}/${stemOf(after)}${own.slice(stemOf(before).length)}` as DataPath;
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}

/**
 * Moves to the trash what is at the places of a file and its parts, and what belongs to it there: a coordinate system
 * that stayed behind would be taken for that of the new one.
 */
export async function clearPlaces(
  { files }: Platform,
  { projectId, userId, from, to, parts, withParts }: Going & { userId: UserId; withParts: boolean },
): Promise<void> {
  const there = withParts ? ((await partsOfEach(files, projectId, [to])).get(to) ?? []) : [];
  for (const each of new Set([to, ...there, ...parts.map((part) => placeOfPart(part, from, to))]))
    if (await files.stat(projectId, each)) await files.remove(projectId, each, userId);
}

/** A file that goes somewhere, with its parts. */
interface Going {
  projectId: ProjectId;
  from: DataPath;
  to: DataPath;
  parts: readonly DataPath[];
}

/**
 * Moves a file with its parts, all of them or none.
 * @param move moves one
 * @throws GromaError FILE_EXISTS where one of the names is taken; as `move`
 */
export async function moveWithParts(
  { files }: Platform,
  { projectId, from, to, parts }: Going,
  move: (from: DataPath, to: DataPath) => Promise<DataPath>,
): Promise<DataPath> {
  const ways = parts.map((part) => [part, placeOfPart(part, from, to)] as const);
  for (const [part, place] of ways)
    if (place !== part && (await files.stat(projectId, place))) throw new GromaError('FILE_EXISTS', { path: place });
  const done: (readonly [DataPath, DataPath])[] = [];
  try {
    for (const [before, after] of [[from, to] as const, ...ways.filter(([part, place]) => part !== place)]) {
      await move(before, after);
      done.push([before, after]);
    }
  } catch (error) {
    for (const [before, after] of done.toReversed()) await move(after, before).catch(() => undefined);
    throw error;
  }
  return to;
}
