import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { GromaError, type DataPath, type ProjectId } from '@groma/model';
import type { Allowance } from './allowance.ts';
import type { FileStore, WriteOptions } from './file-store.ts';
import type { UploadStore } from './upload-store.ts';

/** Room is asked for in steps of so many bytes where nobody knows how many will come. */
const stepBytes = 16 * 1024 * 1024;

/**
 * A file store where nothing is written that there is no space for, whoever writes; files of the temporary bucket are
 * not counted.
 */
export function meterFiles(files: FileStore, allowance: Allowance): FileStore {
  /** Does something that adds files, with room kept for it. */
  async function withRoom<T>(
    projectId: ProjectId,
    name: string,
    bytes: number,
    work: (grow: (bytes: number) => Promise<void>) => Promise<{ answer: T; bytes: number; files: number }>,
  ): Promise<T> {
    const id = randomUUID();
    await allowance.reserve(projectId, id, bytes, name);
    try {
      const { answer, ...came } = await work((more) => allowance.reserve(projectId, id, more, name));
      await allowance.take(projectId, id, came.bytes, came.files);
      return answer;
    } catch (error) {
      await allowance.release(id);
      throw error;
    }
  }
  const isCounted = (options?: WriteOptions) => options?.bucket !== 'groma-temp';
  /** Bytes of what stands where a file is about to be replaced. */
  const before = async (projectId: ProjectId, path: DataPath, options?: WriteOptions) =>
    options?.replace ? (await files.stat(projectId, path))?.bytes : undefined;

  const own: Partial<FileStore> = {
    async write(projectId, path, content, options) {
      if (!isCounted(options)) return files.write(projectId, path, content, options);
      const old = await before(projectId, path, options);
      // In the trash it takes up what it did.
      const freed = options?.trashedBy === undefined ? (old ?? 0) : 0;
      const written = await withRoom(projectId, path, 0, async (grow) => {
        const stored = await files.write(
          projectId,
          path,
          Readable.from(growing(content, grow), { objectMode: false }),
          options,
        );
        return { answer: stored, bytes: stored.bytes - freed, files: old === undefined ? 1 : 0 };
      });
      if (old !== undefined && freed === 0) allowance.changed(projectId);
      return written;
    },
    async copy(projectId, from, to, options) {
      const size = await files.measure(projectId, from);
      return withRoom(projectId, to, size.bytes, async () => ({
        answer: await files.copy(projectId, from, to, options),
        ...size,
      }));
    },
    async emptyTrash(projectId, ids) {
      const count = await files.emptyTrash(projectId, ids);
      await allowance.recount(projectId);
      return count;
    },
    async remove(projectId, path, deletedBy) {
      const id = await files.remove(projectId, path, deletedBy);
      allowance.changed(projectId);
      return id;
    },
    async restore(projectId, id, clash) {
      const stored = await files.restore(projectId, id, clash);
      allowance.changed(projectId);
      return stored;
    },
    uploads: (projectId) => meterUploads(projectId, files, allowance),
  };
  return new Proxy(files, {
    get(target, name) {
      if (name in own) return own[name as keyof FileStore];
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Uploads with room kept for their whole from the moment it is known. */
function meterUploads(projectId: ProjectId, files: FileStore, allowance: Allowance): UploadStore {
  const uploads = files.uploads(projectId);
  return {
    ...bound(uploads),
    async open(upload) {
      const session = await uploads.open(upload);
      if (upload.bucket === 'groma-temp' || upload.total === undefined) return session;
      await allowance.reserve(projectId, session.id, upload.total, upload.path).catch(async (error: unknown) => {
        await uploads.cancel(session);
        throw error;
      });
      return session;
    },
    async append(session, chunk) {
      // The first chunk of an upload that did not say how much it will be.
      if (session.bucket !== 'groma-temp' && session.total === undefined)
        await allowance.reserve(projectId, session.id, chunk.total, session.path);
      return uploads.append(session, chunk);
    },
    async finish(session) {
      const isNew = !session.replace || !(await files.stat(projectId, session.path, session.bucket));
      const stored = await uploads.finish(session);
      if (session.bucket === 'groma-temp') return stored;
      await allowance.take(projectId, session.id, stored.bytes, isNew ? 1 : 0);
      // What was replaced is in the trash, where it is found by counting.
      if (!isNew) allowance.changed(projectId);
      return stored;
    },
    async cancel(session) {
      await uploads.cancel(session);
      await allowance.release(session.id);
    },
  };
}

function bound(uploads: UploadStore): Pick<UploadStore, 'find'> {
  return { find: (id, userId) => uploads.find(id, userId) };
}

/** Passes bytes on and asks for room before they are. @throws GromaError QUOTA_EXCEEDED. */
async function* growing(content: Readable, grow: (bytes: number) => Promise<void>): AsyncGenerator<Buffer> {
  let kept = 0;
  let came = 0;
  for await (const piece of content as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(piece as Buffer);
    came += bytes.length;
    if (came > kept) {
      // Exactly what is there when it is little: many small files fit where few steps would.
      kept = came <= stepBytes / 16 ? came : came + stepBytes;
      await grow(kept).catch(async (error: unknown) => {
        if (!(error instanceof GromaError) || kept === came) throw error;
        kept = came;
        await grow(came);
      });
    }
    yield bytes;
  }
}
