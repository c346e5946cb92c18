import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, GromaError, parseDay, parseExistingPath, type Day, type ProjectId } from '@groma/model';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import type { WantedImageWork } from '../image/image-work.ts';
import { filesOfFolder, filesOfZip, type SceneFiles } from './scene-files.ts';
import { readScene, sceneNamed, type SentinelScene } from './sentinel2-scene.ts';

/** Scenes of one run: each is as large as a region. */
const mostScenes = 20;
const dayMs = 24 * 3_600_000;

/** A scene that was found, with its files; whoever has it closes them. */
export interface FoundScene {
  scene: SentinelScene;
  files: SceneFiles;
}

/**
 * The scenes of level 1C in a folder, a zip file or a file of a band that were taken from the first day to the last,
 * those with the fewest clouds first.
 * @throws GromaError SCENE_NONE, TOO_LARGE, FILE_UNREADABLE
 */
export async function findScenes(
  store: FileStore,
  { projectId, parameters, folder, signal }: WantedImageWork,
): Promise<FoundScene[]> {
  const place = String(parameters['scene_folder'] ?? '').trim() || '/data/';
  const [start, end] = ['start_date', 'end_date'].map((name) => timeOfDay(parseDay(String(parameters[name]))!));
  const groups = await groupsIn(store, projectId, place);
  const wanted = [...groups.values()].filter(({ time }) => time >= start! && time < end! + dayMs);
  if (wanted.length === 0) throw noScene(place, groups.size, parameters);
  if (wanted.length > mostScenes)
    throw new GromaError('TOO_LARGE', { name: place, limit: `${mostScenes} scenes at once` });
  const found: FoundScene[] = [];
  try {
    for (const [at, { name, paths, isZip }] of wanted.entries()) {
      const into = join(folder, 'scenes', String(at));
      // oxlint-disable no-await-in-loop -- one scene after another
      await mkdir(into, { recursive: true });
      const files = isZip
        ? await filesOfZip(await store.lend(projectId, parseExistingPath([...paths.values()][0]!), into), name, signal)
        : filesOfFolder(store, projectId, paths);
      found.push({ files, scene: await readScene(files, name, into) });
      // oxlint-enable no-await-in-loop
    }
  } catch (error) {
    for (const { files } of found) files.close();
    throw error;
  }
  const cloudsOf = ({ scene: { cloud } }: FoundScene): number => cloud ?? Infinity;
  return found.sort((one, other) => {
    const [a, b] = [cloudsOf(one), cloudsOf(other)];
    return a === b ? other.scene.time.getTime() - one.scene.time.getTime() : a - b;
  });
}

interface Group {
  name: string;
  time: number;
  isZip: boolean;
  /** Paths in the project, by names that begin with that of the scene. */
  paths: Map<string, string>;
}

async function groupsIn(store: FileStore, projectId: ProjectId, place: string): Promise<Map<string, Group>> {
  const path = parseExistingPath(place);
  const there = path === '/data' ? null : await store.stat(projectId, path);
  if (there === undefined) throw new GromaError('FILE_NOT_FOUND', { path: place });
  const { files, isCut } = there && !there.isDir ? { files: [there], isCut: false } : await store.tree(projectId, path);
  const groups = new Map<string, Group>();
  for (const file of files) {
    if (file.isDir) continue;
    const named = sceneNamed(file.path);
    if (!named) continue;
    const group = groups.get(named.key) ?? {
      name: baseName(named.key),
      time: named.time.getTime(),
      isZip: named.isZip,
      paths: new Map<string, string>(),
    };
    group.paths.set(file.path.slice(named.key.length - group.name.length), file.path);
    groups.set(named.key, group);
  }
  if (groups.size === 0 && isCut)
    throw new GromaError('SCENE_NONE', { folder: place, detail: 'it holds too many files to look through.' });
  return groups;
}

function noScene(place: string, others: number, parameters: WantedImageWork['parameters']): GromaError {
  const between = `from ${String(parameters['start_date'])} to ${String(parameters['end_date'])}`;
  const detail =
    others === 0
      ? 'put folders S2…MSIL1C….SAFE, their zip files, or single bands such as T31UES_20210104T105421_B04.jp2 there.'
      : `${others === 1 ? 'the scene there was' : `the ${others} scenes there were`} not taken ${between}.`;
  return new GromaError('SCENE_NONE', { folder: place, detail });
}

function timeOfDay({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day);
}
