import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, GromaError, relativeDataPath, type DataPath, type ProjectId } from '@groma/model';
import { asFileError, linkRefused } from './file-error.ts';
import type { Bucket } from './file-store.ts';
import { OpenFolder } from './open-folder.ts';

/** Where the server keeps something of a project: the two buckets, and folders that no kernel sees. */
export type Place = 'data' | 'temp' | 'trash' | 'incoming' | 'uploads' | 'databases' | 'packages';

export function placeOf(bucket: Bucket | 'trash'): Place {
  return { groma: 'data', 'groma-temp': 'temp', trash: 'trash' }[bucket] as Place;
}

/** The folders of projects, opened part by part and never through a link. */
export class ProjectFolders {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Path of a place, made when missing. */
  async folderOf(projectId: ProjectId, place: Place): Promise<string> {
    const folder = join(this.root, projectId, place);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Does something in a place itself. */
  async in<T>(projectId: ProjectId, place: Place, work: (folder: OpenFolder) => Promise<T>): Promise<T> {
    const folder = await OpenFolder.at(await this.folderOf(projectId, place));
    return work(folder).finally(() => folder.close());
  }

  /** Does something in the folder at a path. @throws GromaError FILE_NOT_FOUND, BAD_PATH where a link is on the way. */
  inFolder<T>(
    projectId: ProjectId,
    bucket: Bucket | 'trash',
    path: DataPath,
    work: (folder: OpenFolder) => Promise<T>,
  ): Promise<T> {
    return this.#walk(projectId, bucket, partsOf(path), { path, makes: false }, work);
  }

  /**
   * Does something in the folder that holds a path. `makes` makes the folders on the way.
   * @throws GromaError BAD_PATH for the root and where a link is on the way, FILE_NOT_FOUND, FILE_EXISTS where a file
   * is in the way.
   */
  inParent<T>(
    projectId: ProjectId,
    bucket: Bucket | 'trash',
    path: DataPath,
    work: (folder: OpenFolder, name: string) => Promise<T>,
    { makes = false } = {},
  ): Promise<T> {
    const parts = partsOf(path);
    if (parts.length === 0) throw new GromaError('BAD_PATH', { path, detail: 'It names the folder itself.' });
    return this.#walk(projectId, bucket, parts.slice(0, -1), { path, makes }, async (folder) => {
      refuseUp(baseName(path), path);
      return work(folder, await folder.nameOf(baseName(path)));
    });
  }

  async #walk<T>(
    projectId: ProjectId,
    bucket: Bucket | 'trash',
    parts: string[],
    { path, makes }: { path: DataPath; makes: boolean },
    work: (folder: OpenFolder) => Promise<T>,
  ): Promise<T> {
    let folder = await OpenFolder.at(await this.folderOf(projectId, placeOf(bucket)));
    try {
      for (const part of parts) {
        const next = await enter(folder, part, path, makes);
        await folder.close().catch(() => undefined);
        folder = next;
      }
      return await work(folder);
    } finally {
      await folder.close();
    }
  }
}

async function enter(folder: OpenFolder, shown: string, path: string, makes: boolean): Promise<OpenFolder> {
  refuseUp(shown, path);
  const name = await folder.nameOf(shown);
  try {
    if (makes)
      await mkdir(folder.entry(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    return await folder.enter(name);
  } catch (error) {
    if (await folder.isLink(name)) throw linkRefused(path);
    if (!makes && (error as NodeJS.ErrnoException).code === 'ENOTDIR') throw new GromaError('FILE_NOT_FOUND', { path });
    throw asFileError(error, path);
  }
}

/** Paths have been read by here. This one thing is looked at again, since it alone would lead out of the project. */
function refuseUp(name: string, path: string): void {
  if (name === '..' || name === '.') throw new GromaError('BAD_PATH', { path, detail: 'It leads outside the folder.' });
}

function partsOf(path: DataPath): string[] {
  const name = relativeDataPath(path);
  return name === '' ? [] : name.split('/');
}
