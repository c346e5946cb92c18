import { randomUUID } from 'node:crypto';
import { createWriteStream, watch as watchFolder, type BigIntStats } from 'node:fs';
import { chmod, link, mkdir, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GromaError, relativeDataPath, type ClashRule, type DataPath, type ProjectId } from '@groma/model';
import { copyOpenFile, copyOpenFolder } from './disk-copy.ts';
import { asStored, etagOf, exists, fromThread, lendEntry, look, moveEntry, syncFile } from './disk-entry.ts';
import { DiskReserve } from './disk-reserve.ts';
import { DiskTrash } from './disk-trash.ts';
import { DiskUploadStore } from './disk-upload-store.ts';
import { asFileError, linkRefused } from './file-error.ts';
import type {
  Bucket,
  CopyOptions,
  FileStore,
  ListWindow,
  OpenedFile,
  ProjectSize,
  StoredFile,
  TrashedFile,
  WriteOptions,
} from './file-store.ts';
import { requireSpace } from './free-space.ts';
import { placeOf, ProjectFolders } from './project-folders.ts';
import { emptyRemoved, removedFolder, sweepFiles } from './sweep-files.ts';
import { runInThread } from './thread/storage-threads.ts';
import type { UploadStore } from './upload-store.ts';

/** Time for a search; a tree that takes longer is cut. */
const searchMs = 5_000;
const treeMs = 60_000;
const mostInTree = 100_000;

/** Project files as plain files: `{root}/{projectId}/data`, `/temp`, `/trash`, `/incoming` and `/uploads`. */
export class DiskFileStore implements FileStore {
  readonly #folders: ProjectFolders;
  readonly #trash: DiskTrash;
  readonly #reserve: DiskReserve;

  constructor(root: string) {
    this.#folders = new ProjectFolders(root);
    this.#trash = new DiskTrash(this.#folders);
    this.#reserve = new DiskReserve(root);
  }

  folderOf(projectId: ProjectId, bucket: Bucket = 'groma'): Promise<string> {
    return this.#folders.folderOf(projectId, placeOf(bucket));
  }

  async list(projectId: ProjectId, path: DataPath, bucket: Bucket = 'groma'): Promise<StoredFile[]> {
    const found = await this.#folders.inFolder(projectId, bucket, path, async (folder) => {
      const names = await readdir(folder.self);
      return Promise.all(
        names.map(async (name) =>
          asStored(
            `${path}/${name.normalize('NFC')}` as DataPath,
            await look(folder.entry(name)).catch(() => undefined),
          ),
        ),
      );
    });
    return found
      .filter((file) => file !== undefined)
      .sort((a, b) => Number(b.isDir) - Number(a.isDir) || a.path.localeCompare(b.path, 'en', { numeric: true }));
  }

  listWindow(
    projectId: ProjectId,
    path: DataPath,
    window: ListWindow,
  ): Promise<{ files: StoredFile[]; total: number; version: string }> {
    return this.#folders.inFolder(projectId, 'groma', path, async ({ fd }) => {
      const { entries, total, version } = await runInThread('list', { fd, window });
      return { files: entries.map((entry) => fromThread(path, entry)), total, version };
    });
  }

  search(
    projectId: ProjectId,
    path: DataPath,
    words: string[],
    limit: number,
  ): Promise<{ files: StoredFile[]; isCut: boolean }> {
    return this.#folders.inFolder(projectId, 'groma', path, async ({ fd }) => {
      const { entries, isCut } = await runInThread('search', { fd, words, limit, milliseconds: searchMs });
      return { files: entries.map((entry) => fromThread(path, entry)), isCut };
    });
  }

  async tree(projectId: ProjectId, path: DataPath): Promise<{ files: StoredFile[]; isCut: boolean }> {
    const own = await this.stat(projectId, path);
    if (!own) throw new GromaError('FILE_NOT_FOUND', { path });
    if (!own.isDir) return { files: [own], isCut: false };
    return this.#folders.inFolder(projectId, 'groma', path, async ({ fd }) => {
      const { entries, isCut } = await runInThread('search', {
        fd,
        words: [],
        limit: mostInTree,
        milliseconds: treeMs,
      });
      return { files: [own, ...entries.map((entry) => fromThread(path, entry))], isCut };
    });
  }

  async stat(projectId: ProjectId, path: DataPath, bucket: Bucket = 'groma'): Promise<StoredFile | undefined> {
    try {
      if (relativeDataPath(path) === '')
        return asStored(path, await stat(await this.folderOf(projectId, bucket), { bigint: true }));
      return asStored(
        path,
        await this.#folders.inParent(projectId, bucket, path, (folder, name) => look(folder.entry(name))),
      );
    } catch {
      return undefined;
    }
  }

  async open(projectId: ProjectId, path: DataPath, bucket: Bucket = 'groma'): Promise<OpenedFile> {
    const handle = await this.#openFile(projectId, path, bucket);
    const found = await handle.stat({ bigint: true });
    return {
      bytes: Number(found.size),
      modifiedAt: found.mtime,
      etag: etagOf(found),
      read: (range) => handle.createReadStream({ ...range, highWaterMark: 256 * 1024 }),
      close: () => handle.close(),
    };
  }

  async hash(
    projectId: ProjectId,
    path: DataPath,
    bucket: Bucket = 'groma',
  ): Promise<{ sha256: string; bytes: number; etag: string }> {
    const handle = await this.#openFile(projectId, path, bucket);
    try {
      const found = await handle.stat({ bigint: true });
      const bytes = Number(found.size);
      return { sha256: await runInThread('hash', { fd: handle.fd, bytes }), bytes, etag: etagOf(found) };
    } finally {
      await handle.close();
    }
  }

  async #openFile(projectId: ProjectId, path: DataPath, bucket: Bucket): Promise<FileHandle> {
    const handle = await this.#folders.inParent(projectId, bucket, path, async (folder, name) => {
      const opened = await folder.openFile(name).catch((error: unknown) => {
        throw asFileError(error, path);
      });
      if (!opened && (await folder.isLink(name))) throw linkRefused(path);
      return opened;
    });
    if (!handle) throw new GromaError('FILE_NOT_FOUND', { path });
    return handle;
  }

  async write(
    projectId: ProjectId,
    path: DataPath,
    content: Readable,
    options: WriteOptions = {},
  ): Promise<StoredFile> {
    const { replace = false, bucket = 'groma' } = options;
    await this.#folders.inParent(
      projectId,
      bucket,
      path,
      async (folder, name) => {
        if (!replace && (await exists(folder.entry(name)))) throw new GromaError('FILE_EXISTS', { path });
      },
      { makes: true },
    );
    const temporary = await this.#incoming(projectId);
    try {
      await this.requireSpace(0, path);
      await pipeline(content, createWriteStream(temporary, { flags: 'wx', flush: true }));
      return await this.#name(projectId, path, temporary, options);
    } catch (error) {
      throw asFileError(error, path);
    } finally {
      await unlink(temporary).catch(() => undefined);
    }
  }

  async adopt(projectId: ProjectId, path: DataPath, file: string, options: WriteOptions = {}): Promise<StoredFile> {
    const second = await this.#incoming(projectId);
    try {
      await syncFile(file);
      await link(file, second);
      return await this.#name(projectId, path, second, options);
    } catch (error) {
      throw asFileError(error, path);
    } finally {
      await unlink(second).catch(() => undefined);
    }
  }

  adoptFolder(projectId: ProjectId, path: DataPath, folder: string): Promise<StoredFile> {
    return this.#folders.inParent(
      projectId,
      'groma',
      path,
      async (parent, name) => {
        await moveEntry(true, folder, parent.entry(name)).catch((error: unknown) => {
          throw asFileError(error, path);
        });
        await parent.sync();
        return asStored(path, await look(parent.entry(name)))!;
      },
      { makes: true },
    );
  }

  async workFolder(projectId: ProjectId): Promise<string> {
    const folder = await this.#incoming(projectId);
    await mkdir(folder);
    return folder;
  }

  databaseFolder(projectId: ProjectId): Promise<string> {
    return this.#folders.folderOf(projectId, 'databases');
  }

  packageFolder(projectId: ProjectId): Promise<string> {
    return this.#folders.folderOf(projectId, 'packages');
  }

  async lend(projectId: ProjectId, path: DataPath, folder: string, bucket: Bucket = 'groma'): Promise<string> {
    const target = join(folder, basename(path));
    await this.#folders.inParent(projectId, bucket, path, (parent, name) => lendEntry(parent, name, target, path));
    const found = await look(target);
    if (found.isFile()) return target;
    await unlink(target);
    throw found.isSymbolicLink() ? linkRefused(path) : new GromaError('FILE_NOT_FOUND', { path });
  }

  makeFolder(projectId: ProjectId, path: DataPath): Promise<StoredFile> {
    return this.#folders.inParent(
      projectId,
      'groma',
      path,
      async (folder, name) => {
        await mkdir(folder.entry(name)).catch((error: unknown) => {
          throw asFileError(error, path);
        });
        await folder.sync();
        return asStored(path, await look(folder.entry(name)))!;
      },
      { makes: true },
    );
  }

  async move(projectId: ProjectId, from: DataPath, to: DataPath): Promise<StoredFile> {
    if (relativeDataPath(from) === '')
      throw new GromaError('BAD_PATH', { path: from, detail: 'This folder cannot be moved or deleted.' });
    if (`${to}/`.startsWith(`${from}/`))
      throw new GromaError('BAD_PATH', { path: to, detail: 'A folder cannot move into itself.' });
    return this.#folders.inParent(projectId, 'groma', from, async (source, name) => {
      const found = await look(source.entry(name)).catch((error: unknown) => {
        throw asFileError(error, from);
      });
      if (found.isSymbolicLink()) throw linkRefused(from);
      if (!asStored(from, found)) throw new GromaError('FILE_NOT_FOUND', { path: from });
      return this.#folders.inParent(
        projectId,
        'groma',
        to,
        async (target, newName) => {
          await moveEntry(found.isDirectory(), source.entry(name), target.entry(newName)).catch((error: unknown) => {
            throw asFileError(error, to);
          });
          await Promise.all([target.sync(), source.sync()]);
          return asStored(to, found)!;
        },
        { makes: true },
      );
    });
  }

  async copy(projectId: ProjectId, from: DataPath, to: DataPath, options: CopyOptions = {}): Promise<StoredFile> {
    if (`${to}/`.startsWith(`${from}/`))
      throw new GromaError('BAD_PATH', { path: to, detail: 'A folder cannot be copied into itself.' });
    const found = await this.stat(projectId, from);
    if (!found) throw new GromaError('FILE_NOT_FOUND', { path: from });
    const made = await this.#incoming(projectId);
    try {
      if (found.isDir) {
        await mkdir(made);
        await this.#folders.inFolder(projectId, 'groma', from, (folder) => copyOpenFolder(folder, made, options));
        return await this.adoptFolder(projectId, to, made);
      }
      const handle = await this.#openFile(projectId, from, 'groma');
      await copyOpenFile(handle, made, options).finally(() => handle.close());
      return await this.#name(projectId, to, made, {});
    } catch (error) {
      throw asFileError(error, to);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  }

  async measure(projectId: ProjectId, path: DataPath): Promise<{ bytes: number; files: number }> {
    const found = await this.stat(projectId, path);
    if (!found) throw new GromaError('FILE_NOT_FOUND', { path });
    if (!found.isDir) return { bytes: found.bytes, files: 1 };
    return this.#folders.inFolder(projectId, 'groma', path, ({ fd }) => runInThread('measure', { fd }));
  }

  async sizeOf(projectId: ProjectId): Promise<ProjectSize> {
    const [data, trash, ...beside] = await Promise.all(
      (['data', 'trash', 'databases', 'packages'] as const).map((place) =>
        this.#folders.in(projectId, place, ({ fd }) => runInThread('measure', { fd })),
      ),
    );
    return {
      bytes: [data!, trash!, ...beside].reduce((sum, { bytes }) => sum + bytes, 0),
      trashBytes: trash!.bytes,
      files: data!.files,
    };
  }

  async remove(projectId: ProjectId, path: DataPath, deletedBy: string | null = null): Promise<string> {
    if (relativeDataPath(path) === '')
      throw new GromaError('BAD_PATH', { path, detail: 'This folder cannot be moved or deleted.' });
    return this.#reserve.with(() => this.#trash.put(projectId, path, deletedBy));
  }

  listTrash(projectId: ProjectId, offset: number, limit: number): Promise<{ trashed: TrashedFile[]; total: number }> {
    return this.#trash.list(projectId, offset, limit);
  }

  restore(projectId: ProjectId, id: string, clash: ClashRule): Promise<StoredFile | null> {
    return this.#trash.restore(projectId, id, clash);
  }

  emptyTrash(projectId: ProjectId, ids?: readonly string[]): Promise<number> {
    return this.#reserve.with(() => this.#trash.empty(projectId, ids));
  }

  watch(projectId: ProjectId, path: DataPath, tell: () => void): Promise<{ close(): void }> {
    // The system watches the folder itself, not its name, so it may be reached through a handle that is closed at once.
    return this.#folders.inFolder(projectId, 'groma', path, (folder) => {
      const watcher = watchFolder(folder.self, { persistent: false }, tell);
      watcher.on('error', () => {
        watcher.close();
      });
      return Promise.resolve(watcher);
    });
  }

  uploads(projectId: ProjectId): UploadStore {
    return new DiskUploadStore(
      join(this.#folders.root, projectId, 'uploads'),
      ({ path, replace, bucket, userId }, part) =>
        this.adopt(projectId, path, part, { replace, bucket, trashedBy: userId }),
    );
  }

  async discard(projectId: ProjectId, path: DataPath, bucket: Bucket): Promise<void> {
    await this.#folders.inParent(projectId, bucket, path, (folder, name) =>
      unlink(folder.entry(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      }),
    );
  }

  async removeProject(projectId: ProjectId): Promise<void> {
    const { root } = this.#folders;
    await mkdir(join(root, removedFolder), { recursive: true });
    await rename(join(root, projectId), join(root, removedFolder, randomUUID())).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
    await emptyRemoved(root);
  }

  async requireSpace(bytes: number, name: string): Promise<void> {
    await mkdir(this.#folders.root, { recursive: true });
    await requireSpace(this.#folders.root, bytes, name);
  }

  sweep({ atStart = false } = {}): Promise<void> {
    return sweepFiles(this.#folders, { atStart }).then(() => this.#reserve.fill());
  }

  async #incoming(projectId: ProjectId): Promise<string> {
    return join(await this.#folders.folderOf(projectId, 'incoming'), randomUUID());
  }

  /** Gives a file that is on disk the name where people find it. */
  #name(
    projectId: ProjectId,
    path: DataPath,
    file: string,
    { replace = false, bucket = 'groma', expected, trashedBy }: WriteOptions,
  ): Promise<StoredFile> {
    return this.#folders.inParent(
      projectId,
      bucket,
      path,
      async (folder, name) => {
        const own = await look(file);
        // link() refuses an existing name, so of two writers of a new file one is told; rename() replaces at once.
        if (replace) {
          const old = await takeOver(folder.entry(name), file, expected, path);
          // The same file under its name already: a kill came before the end was noted.
          if (old && old.ino !== own.ino && bucket === 'groma' && trashedBy !== undefined)
            await this.#trash.keep(projectId, { path, deletedBy: trashedBy }, folder, name);
          await rename(file, folder.entry(name));
        } else
          await link(file, folder.entry(name)).catch(async (error: unknown) => {
            if (!(await isSame(folder.entry(name), own))) throw error;
          });
        await folder.sync();
        return asStored(path, own)!;
      },
      { makes: true },
    );
  }
}

/**
 * Gives the rights of the file that has a name, which it answers, to the one that follows it.
 * @throws GromaError FILE_CHANGED when it is not the expected one.
 */
async function takeOver(
  entry: string,
  successor: string,
  expected: WriteOptions['expected'],
  path: string,
): Promise<BigIntStats | undefined> {
  const found = await look(entry).catch(() => undefined);
  if (expected && (!found?.isFile() || etagOf(found) !== expected.etag)) throw new GromaError('FILE_CHANGED', { path });
  if (!found?.isFile()) return undefined;
  await chmod(successor, Number(found.mode) & 0o777);
  return found;
}

async function isSame(path: string, own: BigIntStats): Promise<boolean> {
  const found = await look(path).catch(() => undefined);
  return found?.ino === own.ino && found.dev === own.dev;
}
