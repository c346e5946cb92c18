import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseExistingPath, type DataPath, type ProjectId } from '@groma/model';
import type { Log } from '../../log.ts';
import { etagOf } from '../disk-entry.ts';
import type { OpenFolder } from '../open-folder.ts';
import type { ProjectFolders } from '../project-folders.ts';
import type { FoundEntry } from '../thread/storage-task.ts';
import { runInThread } from '../thread/storage-threads.ts';
import type { ObjectStore } from './object-store.ts';

/** What is in the store under a key, and which content of the working copy that is. */
interface Known {
  etag: string;
  local: string;
}
type Manifest = Record<string, Known>;

const everything = { limit: Number.MAX_SAFE_INTEGER, milliseconds: 3_600_000 };
const places = { data: 'groma', trash: 'trash' } as const;
type MirroredPlace = keyof typeof places;

/**
 * One project in the store, and its working copy on this machine. Keys are `projects/{id}/data/…` and `…/trash/…`; a
 * folder is a key that ends with a slash. A manifest beside the working copy says what both had when they were last the
 * same, so that what a kill left on one side only is told from what was deleted on the other.
 */
export class ProjectMirror {
  readonly #parts: { objects: ObjectStore; folders: ProjectFolders; log: Log };
  readonly #projectId: ProjectId;
  #manifest: Manifest | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: { objects: ObjectStore; folders: ProjectFolders; log: Log }, projectId: ProjectId) {
    this.#parts = parts;
    this.#projectId = projectId;
  }

  /** Brings the working copy to what the store has; what only the working copy has is stored. Once for a process. */
  pull(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#manifest) return;
      const manifest = await this.#readManifest();
      const local = await this.#localEntries();
      const stored = new Set<string>();
      for await (const { key, etag, bytes, modifiedAt } of this.#parts.objects.list(this.#prefix)) {
        const name = key.slice(this.#prefix.length);
        if (!isOurs(name)) continue;
        stored.add(name);
        const here = local.get(name);
        const before = manifest[name];
        // The same as when both were the same; whatever became of it here since is stored below.
        if (before?.etag === etag) continue;
        // Changed on both sides: the later one stays.
        if (here && here.key !== before?.local && here.modifiedMs > modifiedAt.getTime()) continue;
        manifest[name] = { etag, local: await this.#download(name, bytes) };
      }
      // What is in a folder before the folder.
      for (const name of Object.keys(manifest).toSorted().toReversed()) {
        if (stored.has(name)) continue;
        // Deleted in the store by another machine, unless it was written here since.
        const { local: was } = manifest[name]!;
        if (was === 'folder' || local.get(name)?.key === was) await this.#removeLocal(name);
        delete manifest[name];
      }
      this.#manifest = manifest;
      await this.#push(manifest);
    });
  }

  /** Stores what has changed in the working copy; answers whether something had. */
  push(): Promise<boolean> {
    return this.#inTurn(() => this.#push((this.#manifest ??= {})));
  }

  get #prefix(): string {
    return `projects/${this.#projectId}/`;
  }

  async #push(manifest: Manifest): Promise<boolean> {
    const { objects } = this.#parts;
    const local = await this.#localEntries();
    const gone = Object.keys(manifest).filter((name) => !local.has(name));
    const movedFrom = new Map(gone.filter((name) => !name.endsWith('/')).map((name) => [manifest[name]!.local, name]));
    const changed = [...local].filter(
      ([name, entry]) => manifest[name] === undefined || (!entry.isDir && manifest[name].local !== entry.key),
    );
    const store = async (name: string, entry: FoundEntry, from?: string): Promise<void> => {
      const copied =
        from === undefined
          ? undefined
          : await objects.copy(this.#prefix + from, this.#prefix + name, entry.bytes).catch(() => undefined);
      const etag = copied ?? (await this.#upload(name, entry));
      if (etag !== undefined) manifest[name] = { etag, local: entry.isDir ? 'folder' : entry.key };
    };
    // A rename is a copy in the store and a deletion after it: the store knows no other.
    for (const [name, entry] of changed) await store(name, entry, entry.isDir ? undefined : movedFrom.get(entry.key));
    if (gone.length > 0) {
      await objects.remove(gone.map((name) => this.#prefix + name));
      for (const name of gone) delete manifest[name];
      // Another service of this machine may have written such a file again, and stored it before it was removed there.
      const back = await this.#localEntries();
      for (const name of gone) if (back.has(name)) await store(name, back.get(name)!);
    }
    const hasChanged = changed.length + gone.length > 0;
    if (hasChanged) await this.#keepManifest(manifest);
    return hasChanged;
  }

  /** Undefined when the file went or was changed while it was read: the next push finds it again. */
  async #upload(name: string, entry: FoundEntry): Promise<string | undefined> {
    const key = this.#prefix + name;
    if (entry.isDir) return this.#parts.objects.put(key, Buffer.alloc(0));
    const handle = await this.#inParent(name, (folder, last) => folder.openFile(last)).catch(() => null);
    if (!handle) return undefined;
    try {
      const found = await handle.stat({ bigint: true });
      if (etagOf(found) !== `"${entry.key}"`) return undefined;
      const content =
        entry.bytes === 0
          ? Buffer.alloc(0)
          : handle.createReadStream({ start: 0, end: entry.bytes - 1, autoClose: false, highWaterMark: 1024 * 1024 });
      const etag = await this.#parts.objects.put(key, content, { mtime: String(entry.modifiedMs) });
      // What was stored of a file that was being written is stored again, whole.
      return etagOf(await handle.stat({ bigint: true })) === `"${entry.key}"` ? etag : undefined;
    } finally {
      await handle.close();
    }
  }

  /** @returns the identity of the content in the working copy. */
  async #download(name: string, bytes: number): Promise<string> {
    if (name.endsWith('/')) {
      await this.#inParent(name.slice(0, -1), (folder, last) => mkdir(folder.entry(last)).catch(unlessThere));
      return 'folder';
    }
    const incoming = join(await this.#parts.folders.folderOf(this.#projectId, 'incoming'), randomUUID());
    const { content, metadata } = await this.#parts.objects.get(this.#prefix + name);
    try {
      await pipeline(content, createWriteStream(incoming, { flags: 'wx', flush: true }));
      const modified = Number(metadata['mtime'] ?? 0) / 1_000;
      if (modified > 0) await utimes(incoming, modified, modified);
      return await this.#inParent(name, async (folder, last) => {
        await rename(incoming, folder.entry(last));
        const opened = (await folder.openFile(last))!;
        return opened
          .stat({ bigint: true })
          .then((found) => etagOf(found).slice(1, -1))
          .finally(() => opened.close());
      });
    } catch (error) {
      this.#parts.log.error('A file was not brought from the store.', { projectId: this.#projectId, bytes, error });
      throw error;
    } finally {
      await rm(incoming, { force: true });
    }
  }

  #removeLocal(name: string): Promise<void> {
    // A folder in which something new is stays.
    return this.#inParent(name.replace(/\/$/, ''), (folder, last) =>
      (name.endsWith('/') ? rmdir : unlink)(folder.entry(last)),
    ).catch(() => undefined);
  }

  async #localEntries(): Promise<Map<string, FoundEntry>> {
    const found = new Map<string, FoundEntry>();
    for (const place of Object.keys(places) as MirroredPlace[]) {
      const { entries } = await this.#parts.folders.in(this.#projectId, place, ({ fd }) =>
        runInThread('search', { fd, words: [], ...everything }),
      );
      for (const entry of entries) found.set(`${place}/${entry.name}${entry.isDir ? '/' : ''}`, entry);
    }
    return found;
  }

  #inParent<T>(name: string, work: (folder: OpenFolder, name: string) => Promise<T>): Promise<T> {
    const slash = name.indexOf('/');
    return this.#parts.folders.inParent(
      this.#projectId,
      places[name.slice(0, slash) as MirroredPlace],
      `/data/${name.slice(slash + 1)}` as DataPath,
      work,
      { makes: true },
    );
  }

  get #manifestPath(): string {
    return join(this.#parts.folders.root, this.#projectId, 'store.json');
  }

  async #readManifest(): Promise<Manifest> {
    return JSON.parse(await readFile(this.#manifestPath, 'utf8').catch(() => '{}')) as Manifest;
  }

  async #keepManifest(manifest: Manifest): Promise<void> {
    await writeFile(`${this.#manifestPath}.new`, JSON.stringify(manifest));
    await rename(`${this.#manifestPath}.new`, this.#manifestPath);
  }

  /** One after another: two at once would store half of what the other does. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const running = this.#turn.then(work, work);
    this.#turn = running.catch(() => undefined);
    return running;
  }
}

/**
 * Whether a name in the store is that of a file or folder here: others may have put more beside them, also names that
 * lead elsewhere.
 */
function isOurs(name: string): boolean {
  const [place = '', ...parts] = name.split('/');
  try {
    return Object.hasOwn(places, place) && parseExistingPath(`/data/${parts.join('/')}`) !== '/data';
  } catch {
    return false;
  }
}

function unlessThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error;
}
