import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { baseName, GromaError, numberedName, type ClashRule, type DataPath, type ProjectId } from '@groma/model';
import { asStored, look, moveEntry } from './disk-entry.ts';
import { asFileError } from './file-error.ts';
import type { StoredFile, TrashedFile } from './file-store.ts';
import type { OpenFolder } from './open-folder.ts';
import type { ProjectFolders } from './project-folders.ts';
import { removeTree } from './remove-tree.ts';

interface Note {
  path: DataPath;
  isDir: boolean;
  bytes: number;
  deletedBy: string | null;
}

/**
 * When something came into the trash, and an id of its own; beside it lies its note, under the same name and `.json`.
 */
const idPattern = /^\d+-[\da-f-]{36}$/;

/** What people deleted: a folder that no kernel sees, with a note for each thing that says where it was. */
export class DiskTrash {
  readonly #folders: ProjectFolders;

  constructor(folders: ProjectFolders) {
    this.#folders = folders;
  }

  put(projectId: ProjectId, path: DataPath, deletedBy: string | null): Promise<string> {
    return this.#folders.inParent(projectId, 'groma', path, (folder, name) =>
      this.#take(projectId, { path, deletedBy }, folder, name, rename),
    );
  }

  /** The same for a file that another is about to replace: its name is never without one. */
  keep(
    projectId: ProjectId,
    about: { path: DataPath; deletedBy: string },
    folder: OpenFolder,
    name: string,
  ): Promise<string> {
    return this.#take(projectId, about, folder, name, link);
  }

  #take(
    projectId: ProjectId,
    { path, deletedBy }: Pick<Note, 'path' | 'deletedBy'>,
    folder: OpenFolder,
    name: string,
    bring: (from: string, to: string) => Promise<void>,
  ): Promise<string> {
    return this.#in(projectId, async (trash) => {
      const found = await look(folder.entry(name)).catch((error: unknown) => {
        throw asFileError(error, path);
      });
      const id = `${Date.now()}-${randomUUID()}`;
      const note: Note = { path, isDir: found.isDirectory(), bytes: Number(found.size), deletedBy };
      await writeFile(trash.entry(`${id}.json`), JSON.stringify(note), { flag: 'wx' });
      await bring(folder.entry(name), trash.entry(id)).catch(async (error: unknown) => {
        await unlink(trash.entry(`${id}.json`));
        throw asFileError(error, path);
      });
      await Promise.all([folder.sync(), trash.sync()]);
      return id;
    });
  }

  list(projectId: ProjectId, offset: number, limit: number): Promise<{ trashed: TrashedFile[]; total: number }> {
    return this.#in(projectId, async (trash) => {
      const ids = (await idsOf(trash)).sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
      const trashed = await Promise.all(
        ids
          .slice(offset, offset + limit)
          .map(async (id) => ({ id, deletedAt: momentOf(id), ...(await noteOf(trash, id)) })),
      );
      return { trashed, total: ids.length };
    });
  }

  restore(projectId: ProjectId, id: string, clash: ClashRule): Promise<StoredFile | null> {
    return this.#in(projectId, async (trash) => {
      if (!idPattern.test(id)) throw new GromaError('NOT_FOUND', { noun: 'thing in the trash' });
      const found = await look(trash.entry(id)).catch(() => {
        throw new GromaError('NOT_FOUND', { noun: 'thing in the trash' });
      });
      const { path } = await noteOf(trash, id);
      for (const taken = new Set<string>(); ;) {
        const name =
          taken.size === 0
            ? baseName(path)
            : numberedName(baseName(path), found.isDirectory(), (each) => taken.has(each));
        const target = `${path.slice(0, path.lastIndexOf('/'))}/${name}` as DataPath;
        const outcome = await this.#put(projectId, trash, { id, target, isDir: found.isDirectory() });
        if (outcome === 'done') return asStored(target, found) ?? null;
        if (clash === 'skip') return null;
        if (clash === 'refuse') throw new GromaError('FILE_EXISTS', { path: target });
        if (clash === 'replace') await this.put(projectId, target, null);
        else taken.add(name);
      }
    });
  }

  empty(projectId: ProjectId, ids?: readonly string[]): Promise<number> {
    return this.#in(projectId, async (trash) => {
      const there = new Set(await idsOf(trash));
      const meant = ids ? ids.filter((id) => there.has(id)) : [...there];
      for (const id of meant) {
        await removeTree(trash, id);
        await unlink(trash.entry(`${id}.json`)).catch(() => undefined);
      }
      return meant.length;
    });
  }

  async #put(
    projectId: ProjectId,
    trash: OpenFolder,
    { id, target, isDir }: { id: string; target: DataPath; isDir: boolean },
  ): Promise<'done' | 'taken'> {
    return this.#folders.inParent(
      projectId,
      'groma',
      target,
      async (folder, name) => {
        try {
          await moveEntry(isDir, trash.entry(id), folder.entry(name));
        } catch (error) {
          if ((error as { code?: string }).code === 'EEXIST') return 'taken';
          throw asFileError(error, target);
        }
        await Promise.all([folder.sync(), trash.sync()]);
        await unlink(trash.entry(`${id}.json`)).catch(() => undefined);
        return 'done';
      },
      { makes: true },
    );
  }

  #in<T>(projectId: ProjectId, work: (trash: OpenFolder) => Promise<T>): Promise<T> {
    return this.#folders.in(projectId, 'trash', work);
  }
}

async function idsOf(trash: OpenFolder): Promise<string[]> {
  return (await readdir(trash.self)).filter((name) => idPattern.test(name));
}

async function noteOf(trash: OpenFolder, id: string): Promise<Note> {
  try {
    return JSON.parse(await readFile(trash.entry(`${id}.json`), 'utf8')) as Note;
  } catch {
    // Deleted before there were notes: it is restored under the name it has in the trash.
    return { path: `/data/${id}` as DataPath, isDir: false, bytes: 0, deletedBy: null };
  }
}

function momentOf(id: string): Date {
  return new Date(Number.parseInt(id, 10));
}
