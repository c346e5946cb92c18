import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, lstat, mkdir, open, readdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { baseName, GromaError, parseDataPath, relativeDataPath, type DataPath, type ProjectId } from '@groma/model';
import type { Bucket, FileStore, StoredFile } from './file-store.ts';

/** Project files as plain files: `{root}/{projectId}/data`, `/temp` and `/trash`. */
export class DiskFileStore implements FileStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async folderOf(projectId: ProjectId, bucket: Bucket = 'groma'): Promise<string> {
    const folder = join(this.#root, projectId, bucket === 'groma' ? 'data' : 'temp');
    await mkdir(folder, { recursive: true });
    return folder;
  }

  async realPath(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<string> {
    const folder = await realpath(await this.folderOf(projectId, bucket));
    const real = await realpath(join(folder, relativeDataPath(path))).catch(() => undefined);
    if (real === undefined) throw new GromaError('FILE_NOT_FOUND', { path });
    // Code in a kernel can make links; following one must not lead out of the project.
    if (real !== folder && !real.startsWith(folder + sep)) throw new GromaError('BAD_PATH', { path, detail: 'A link there leads out of /data.' });
    return real;
  }

  async list(projectId: ProjectId, path: DataPath): Promise<StoredFile[]> {
    const folder = await this.realPath(projectId, path);
    const names = await readdir(folder).catch(() => { throw new GromaError('FILE_NOT_FOUND', { path }); });
    const found = await Promise.all(names.map((name) => this.stat(projectId, `${path}/${name}` as DataPath).catch(() => undefined)));
    return found.filter((file) => file !== undefined)
      .sort((a, b) => Number(b.isDir) - Number(a.isDir) || a.path.localeCompare(b.path, 'en', { numeric: true }));
  }

  async stat(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<StoredFile | undefined> {
    try {
      const found = await stat(await this.realPath(projectId, path, bucket));
      return { path, isDir: found.isDirectory(), bytes: found.size, modifiedAt: found.mtime };
    } catch {
      return undefined;
    }
  }

  async read(projectId: ProjectId, path: DataPath, range?: { start: number; end: number }, bucket?: Bucket): Promise<Readable> {
    const real = await this.realPath(projectId, path, bucket);
    if (!(await stat(real)).isFile()) throw new GromaError('FILE_NOT_FOUND', { path });
    return createReadStream(real, range);
  }

  async write(projectId: ProjectId, path: DataPath, content: Readable, { replace = false, bucket = 'groma' as Bucket } = {}): Promise<StoredFile> {
    const target = await this.#newPath(projectId, path, bucket);
    if (!replace && await exists(target)) throw new GromaError('FILE_EXISTS', { path });
    const temporary = join(await this.#inside(projectId, 'incoming'), randomUUID());
    try {
      await pipeline(content, createWriteStream(temporary, { flags: 'wx', flush: true }));
      // link() refuses an existing name, so of two writers of a new file one is told; rename() replaces at once.
      if (replace) await rename(temporary, target);
      else await link(temporary, target);
      await syncFolder(dirname(target));
    } catch (error) {
      throw asFileError(error, path);
    } finally {
      await unlink(temporary).catch(() => undefined);
    }
    return (await this.stat(projectId, path, bucket))!;
  }

  async makeFolder(projectId: ProjectId, path: DataPath): Promise<StoredFile> {
    const target = await this.#newPath(projectId, path, 'groma');
    await mkdir(target).catch((error: unknown) => { throw asFileError(error, path); });
    await syncFolder(dirname(target));
    return (await this.stat(projectId, path))!;
  }

  async move(projectId: ProjectId, from: DataPath, to: DataPath): Promise<StoredFile> {
    const source = await this.realPath(projectId, from);
    if (relativeDataPath(from) === '') throw new GromaError('BAD_PATH', { path: from, detail: 'The folder itself stays.' });
    if (`${to}/`.startsWith(`${from}/`)) throw new GromaError('BAD_PATH', { path: to, detail: 'A folder cannot move into itself.' });
    const target = await this.#newPath(projectId, to, 'groma');
    if (await exists(target)) throw new GromaError('FILE_EXISTS', { path: to });
    await rename(source, target);
    await syncFolder(dirname(target));
    return (await this.stat(projectId, to))!;
  }

  async remove(projectId: ProjectId, path: DataPath): Promise<void> {
    if (relativeDataPath(path) === '') throw new GromaError('BAD_PATH', { path, detail: 'The folder itself stays.' });
    const parent = await this.realPath(projectId, parseDataPath(dirname(path)));
    const source = join(parent, baseName(path));
    if (!await exists(source)) throw new GromaError('FILE_NOT_FOUND', { path });
    await rename(source, join(await this.#inside(projectId, 'trash'), `${Date.now()}-${randomUUID()}`));
    await syncFolder(parent);
  }

  async removeProject(projectId: ProjectId): Promise<void> {
    await rm(join(this.#root, projectId), { recursive: true, force: true });
  }

  /** Path for a new entry; folders on the way are made, and none of them may be a link out of /data. */
  async #newPath(projectId: ProjectId, path: DataPath, bucket: Bucket): Promise<string> {
    const name = relativeDataPath(path);
    if (name === '') throw new GromaError('BAD_PATH', { path, detail: 'It names the folder itself.' });
    let folder = '/data' as DataPath;
    for (const part of name.split('/').slice(0, -1)) {
      const parent = await this.realPath(projectId, folder, bucket);
      folder = `${folder}/${part}` as DataPath;
      await mkdir(join(parent, part)).catch((error: unknown) => { if ((error as { code?: string }).code !== 'EEXIST') throw asFileError(error, path); });
    }
    const parent = await this.realPath(projectId, folder, bucket);
    if (!(await stat(parent)).isDirectory()) throw new GromaError('FILE_EXISTS', { path: folder });
    return join(parent, baseName(path));
  }

  async #inside(projectId: ProjectId, name: string): Promise<string> {
    const folder = join(this.#root, projectId, name);
    await mkdir(folder, { recursive: true });
    return folder;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** The entry of a new file is on disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function asFileError(error: unknown, path: string): unknown {
  const { code } = error as { code?: string };
  if (code === 'EEXIST') return new GromaError('FILE_EXISTS', { path });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new GromaError('DISK_FULL', { name: path });
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return new GromaError('UPLOAD_CUT', { name: path });
  if (code === 'EISDIR' || code === 'ENOTDIR') return new GromaError('FILE_EXISTS', { path });
  if (code === 'ENAMETOOLONG') return new GromaError('BAD_PATH', { path, detail: 'It is too long.' });
  return error;
}
