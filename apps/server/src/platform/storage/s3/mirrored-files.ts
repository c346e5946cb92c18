import { GromaError, type ProjectId } from '@groma/model';
import type { Log } from '../../log.ts';
import { DiskFileStore } from '../disk-file-store.ts';
import type { FileStore } from '../file-store.ts';
import { ProjectFolders } from '../project-folders.ts';
import type { UploadStore } from '../upload-store.ts';
import type { ObjectStore } from './object-store.ts';
import { ProjectMirror } from './project-mirror.ts';

/** What code writes is looked for this often, and less and less often where nothing is found. */
const lookMs = { first: 5_000, longest: 60_000 };

/** Calls that change files: what they did is in the store before they are answered. */
const changing = new Set<keyof FileStore>([
  'write',
  'adopt',
  'adoptFolder',
  'makeFolder',
  'move',
  'copy',
  'remove',
  'restore',
  'emptyTrash',
]);
/** Calls about no project. */
const general = new Set<keyof FileStore>(['requireSpace', 'sweep']);

/**
 * Files in an S3-compatible store, worked on in a copy on this machine, which is what kernels see as `/data`. A project
 * is brought here when it is first used; every change by a call is stored before it is answered, what code writes
 * within seconds. A project is worked on by one machine at a time. Uploads on their way, and files of the temporary
 * bucket, are on this machine only.
 */
export class MirroredFiles {
  readonly files: FileStore;
  readonly #parts: { objects: ObjectStore; folders: ProjectFolders; log: Log };
  readonly #mirrors = new Map<ProjectId, { mirror: ProjectMirror; pause: number; next: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: { objects: ObjectStore; root: string; log: Log }) {
    this.#parts = { objects: parts.objects, folders: new ProjectFolders(parts.root), log: parts.log };
    this.files = this.#wrap(new DiskFileStore(parts.root));
    this.#timer = setInterval(() => {
      void this.#look();
    }, lookMs.first);
    this.#timer.unref();
  }

  /** Stores what code has written, where it is time to look. What cannot be stored now is tried again. */
  async #look({ all = false } = {}): Promise<void> {
    for (const [projectId, known] of this.#mirrors) {
      if (!all && known.next > performance.now()) continue;
      const hasChanged = await known.mirror.push().catch((error: unknown) => {
        this.#parts.log.error('Files of a project are not in the store yet.', { projectId, error });
        return true;
      });
      known.pause = hasChanged ? lookMs.first : Math.min(known.pause * 2, lookMs.longest);
      known.next = performance.now() + known.pause;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#look({ all: true });
    this.#parts.objects.close();
  }

  async #mirror(projectId: ProjectId): Promise<ProjectMirror> {
    const known = this.#mirrors.get(projectId) ?? {
      mirror: new ProjectMirror(this.#parts, projectId),
      pause: lookMs.first,
      next: 0,
    };
    Object.assign(known, { pause: lookMs.first, next: Math.min(known.next, performance.now() + lookMs.first) });
    this.#mirrors.set(projectId, known);
    const { mirror } = known;
    await mirror.pull().catch(unavailable);
    return mirror;
  }

  #wrap(disk: DiskFileStore): FileStore {
    const after = async <T>(projectId: ProjectId, work: () => Promise<T>): Promise<T> => {
      const mirror = await this.#mirror(projectId);
      const answer = await work();
      await mirror.push().catch(unavailable);
      return answer;
    };
    const own: Partial<FileStore> = {
      removeProject: async (projectId) => {
        this.#mirrors.delete(projectId);
        await disk.removeProject(projectId);
        await this.#parts.objects.removeAll(`projects/${projectId}/`);
      },
      uploads: (projectId): UploadStore => {
        const uploads = disk.uploads(projectId);
        return {
          open: (upload) => uploads.open(upload),
          find: (id, userId) => uploads.find(id, userId),
          append: (session, chunk) => uploads.append(session, chunk),
          finish: (session) => after(projectId, () => uploads.finish(session)),
          cancel: (session) => uploads.cancel(session),
        };
      },
    };
    return new Proxy(disk as FileStore, {
      get: (target, name: keyof FileStore) => {
        if (own[name]) return own[name];
        const call = (target[name] as (...values: unknown[]) => unknown).bind(target);
        if (general.has(name)) return call;
        if (changing.has(name))
          return (projectId: ProjectId, ...rest: unknown[]) => after(projectId, async () => call(projectId, ...rest));
        return async (projectId: ProjectId, ...rest: unknown[]) => {
          await this.#mirror(projectId);
          return call(projectId, ...rest);
        };
      },
    });
  }
}

function unavailable(error: unknown): never {
  if (error instanceof GromaError) throw error;
  throw new GromaError('UNAVAILABLE', {
    part: 'the file store',
    remedy: `it answered "${error instanceof Error ? error.message : String(error)}".`,
  });
}
