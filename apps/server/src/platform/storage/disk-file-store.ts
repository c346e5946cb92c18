import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, type Stats } from 'node:fs';
import { chmod, copyFile, link, lstat, mkdir, open, readdir, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GromaError, relativeDataPath, type DataPath, type ProjectId } from '@groma/model';
import { asFileError, linkRefused } from './file-error.ts';
import type { Bucket, FileStore, OpenedFile, StoredFile, WriteOptions } from './file-store.ts';
import { requireSpace } from './free-space.ts';
import type { OpenFolder } from './open-folder.ts';
import { placeOf, ProjectFolders } from './project-folders.ts';
import { emptyRemoved, removedFolder, sweepFiles } from './sweep-files.ts';

/** Project files as plain files: `{root}/{projectId}/data`, `/temp`, `/trash`, `/incoming` and `/uploads`. */
export class DiskFileStore implements FileStore {
  readonly #folders: ProjectFolders;

  constructor(root: string) {
    this.#folders = new ProjectFolders(root);
  }

  folderOf(projectId: ProjectId, bucket: Bucket = 'groma'): Promise<string> {
    return this.#folders.folderOf(projectId, placeOf(bucket));
  }

  async list(projectId: ProjectId, path: DataPath, bucket: Bucket = 'groma'): Promise<StoredFile[]> {
    const found = await this.#folders.inFolder(projectId, bucket, path, async (folder) => {
      const names = await readdir(folder.self);
      return Promise.all(names.map(async (name) => asStored(`${path}/${name}` as DataPath, await lstat(folder.entry(name)).catch(() => undefined))));
    });
    return found.filter((file) => file !== undefined)
      .sort((a, b) => Number(b.isDir) - Number(a.isDir) || a.path.localeCompare(b.path, 'en', { numeric: true }));
  }

  async stat(projectId: ProjectId, path: DataPath, bucket: Bucket = 'groma'): Promise<StoredFile | undefined> {
    try {
      if (relativeDataPath(path) === '') return asStored(path, await stat(await this.folderOf(projectId, bucket)));
      return asStored(path, await this.#folders.inParent(projectId, bucket, path, (folder, name) => lstat(folder.entry(name))));
    } catch {
      return undefined;
    }
  }

  async open(projectId: ProjectId, path: DataPath, bucket: Bucket = 'groma'): Promise<OpenedFile> {
    const handle = await this.#folders.inParent(projectId, bucket, path, async (folder, name) => {
      const opened = await folder.openFile(name).catch((error: unknown) => { throw asFileError(error, path); });
      if (!opened && await folder.isLink(name)) throw linkRefused(path);
      return opened;
    });
    if (!handle) throw new GromaError('FILE_NOT_FOUND', { path });
    const { size, mtime } = await handle.stat();
    return { bytes: size, modifiedAt: mtime, read: (range) => handle.createReadStream(range), close: () => handle.close() };
  }

  async write(projectId: ProjectId, path: DataPath, content: Readable, options: WriteOptions = {}): Promise<StoredFile> {
    const { replace = false, bucket = 'groma' } = options;
    await this.#folders.inParent(projectId, bucket, path, async (folder, name) => {
      if (!replace && await exists(folder.entry(name))) throw new GromaError('FILE_EXISTS', { path });
    }, { makes: true });
    const temporary = await this.#incoming(projectId);
    try {
      await this.requireSpace(0, path);
      await pipeline(content, createWriteStream(temporary, { flags: 'wx', flush: true }));
      return await this.#name(projectId, path, temporary, { ...options, replace, bucket });
    } catch (error) {
      throw asFileError(error, path);
    } finally {
      await unlink(temporary).catch(() => undefined);
    }
  }

  async adopt(projectId: ProjectId, path: DataPath, file: string, { replace = false, bucket = 'groma', expected }: WriteOptions = {}): Promise<StoredFile> {
    const second = await this.#incoming(projectId);
    try {
      await sync(file);
      await link(file, second);
      return await this.#name(projectId, path, second, { replace, bucket, expected });
    } catch (error) {
      throw asFileError(error, path);
    } finally {
      await unlink(second).catch(() => undefined);
    }
  }

  async lend(projectId: ProjectId, path: DataPath, folder: string, bucket: Bucket = 'groma'): Promise<string> {
    const target = join(folder, basename(path));
    await this.#folders.inParent(projectId, bucket, path, async (parent, name) => {
      try {
        // Whatever has the name now gets a second one where no kernel can swap it, and is looked at there.
        await link(parent.entry(name), target);
      } catch (error) {
        if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as { code?: string }).code ?? '')) throw asFileError(error, path);
        await copyOut(parent, name, target, path);
      }
    });
    const found = await lstat(target);
    if (found.isFile()) return target;
    await unlink(target);
    throw found.isSymbolicLink() ? linkRefused(path) : new GromaError('FILE_NOT_FOUND', { path });
  }

  makeFolder(projectId: ProjectId, path: DataPath): Promise<StoredFile> {
    return this.#folders.inParent(projectId, 'groma', path, async (folder, name) => {
      await mkdir(folder.entry(name)).catch((error: unknown) => { throw asFileError(error, path); });
      await folder.sync();
      return asStored(path, await lstat(folder.entry(name)))!;
    }, { makes: true });
  }

  async move(projectId: ProjectId, from: DataPath, to: DataPath): Promise<StoredFile> {
    if (relativeDataPath(from) === '') throw new GromaError('BAD_PATH', { path: from, detail: 'The folder itself stays.' });
    if (`${to}/`.startsWith(`${from}/`)) throw new GromaError('BAD_PATH', { path: to, detail: 'A folder cannot move into itself.' });
    return this.#folders.inParent(projectId, 'groma', from, async (source, name) => {
      const found = await lstat(source.entry(name)).catch((error: unknown) => { throw asFileError(error, from); });
      if (found.isSymbolicLink()) throw linkRefused(from);
      if (!asStored(from, found)) throw new GromaError('FILE_NOT_FOUND', { path: from });
      return this.#folders.inParent(projectId, 'groma', to, async (target, newName) => {
        const moveEntry = found.isDirectory() ? moveFolder : moveFile;
        await moveEntry(source.entry(name), target.entry(newName)).catch((error: unknown) => { throw asFileError(error, to); });
        await Promise.all([target.sync(), source.sync()]);
        return asStored(to, found)!;
      }, { makes: true });
    });
  }

  async remove(projectId: ProjectId, path: DataPath): Promise<void> {
    if (relativeDataPath(path) === '') throw new GromaError('BAD_PATH', { path, detail: 'The folder itself stays.' });
    await this.#folders.inParent(projectId, 'groma', path, (folder, name) => this.#folders.in(projectId, 'trash', async (trash) => {
      await rename(folder.entry(name), trash.entry(`${Date.now()}-${randomUUID()}`)).catch((error: unknown) => { throw asFileError(error, path); });
      await folder.sync();
    }));
  }

  async discard(projectId: ProjectId, path: DataPath, bucket: Bucket): Promise<void> {
    await this.#folders.inParent(projectId, bucket, path, (folder, name) => unlink(folder.entry(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    }));
  }

  async removeProject(projectId: ProjectId): Promise<void> {
    const { root } = this.#folders;
    await mkdir(join(root, removedFolder), { recursive: true });
    await rename(join(root, projectId), join(root, removedFolder, randomUUID()))
      .catch((error: NodeJS.ErrnoException) => { if (error.code !== 'ENOENT') throw error; });
    await emptyRemoved(root);
  }

  async requireSpace(bytes: number, name: string): Promise<void> {
    await mkdir(this.#folders.root, { recursive: true });
    await requireSpace(this.#folders.root, bytes, name);
  }

  sweep({ atStart = false } = {}): Promise<void> {
    return sweepFiles(this.#folders, { atStart });
  }

  async #incoming(projectId: ProjectId): Promise<string> {
    return join(await this.#folders.folderOf(projectId, 'incoming'), randomUUID());
  }

  /** Gives a file that is on disk the name where people find it. */
  #name(projectId: ProjectId, path: DataPath, file: string, { replace, bucket, expected }: WriteOptions & { bucket: Bucket }): Promise<StoredFile> {
    return this.#folders.inParent(projectId, bucket, path, async (folder, name) => {
      const own = await lstat(file);
      // link() refuses an existing name, so of two writers of a new file one is told; rename() replaces at once.
      if (replace && expected) await takeOver(folder.entry(name), file, expected, path);
      if (replace) await rename(file, folder.entry(name));
      else await link(file, folder.entry(name)).catch(async (error: unknown) => { if (!await isSame(folder.entry(name), own)) throw error; });
      await folder.sync();
      return asStored(path, own)!;
    }, { makes: true });
  }
}

function asStored(path: DataPath, found: Stats | undefined): StoredFile | undefined {
  if (!found?.isDirectory() && !found?.isFile()) return undefined;
  return { path, isDir: found.isDirectory(), bytes: found.size, modifiedAt: found.mtime };
}

/** By two steps of which the first refuses a name that is taken; a kill between them leaves both names. */
async function moveFile(from: string, to: string): Promise<void> {
  await link(from, to);
  await unlink(from);
}

/** rename() replaces an empty folder only: the one made here, unless somebody was quicker to fill it. */
async function moveFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  await rename(from, to).catch(async (error: unknown) => {
    await rmdir(to).catch(() => undefined);
    throw error;
  });
}

/** For a folder on another disk. */
async function copyOut(parent: OpenFolder, name: string, target: string, path: string): Promise<void> {
  const handle = await parent.openFile(name).catch((error: unknown) => { throw asFileError(error, path); });
  if (!handle) throw await parent.isLink(name) ? linkRefused(path) : new GromaError('FILE_NOT_FOUND', { path });
  await copyFile(`/proc/self/fd/${handle.fd}`, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).finally(() => handle.close());
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Refuses when another file than the expected one has the name; else gives its rights to the one that follows it. */
async function takeOver(entry: string, successor: string, expected: NonNullable<WriteOptions['expected']>, path: string): Promise<void> {
  const found = await lstat(entry).catch(() => undefined);
  if (!found?.isFile() || found.size !== expected.bytes || found.mtime.getTime() !== expected.modifiedAt.getTime()) throw new GromaError('FILE_CHANGED', { path });
  await chmod(successor, found.mode & 0o777);
}

async function isSame(path: string, own: Stats): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.ino === own.ino && found.dev === own.dev;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
