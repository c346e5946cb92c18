import type { DataPath, ProjectId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import { publishFileChanges } from '../entry/publish-file-changes.ts';

interface Watch {
  projectId: ProjectId;
  path: DataPath;
  handle: { close(): void } | null;
  until: number;
  since: number;
  timer: NodeJS.Timeout | null;
}

/** A folder is watched for so long after somebody last said that it is looked at. */
const leaseMs = 120_000;
/** Changes are gathered for so long, so that a program that writes without a pause tells twice a second. */
const gatherMs = 500;
/** The handle is taken anew after so long: the folder may be another one under the same name. */
const renewMs = 30_000;
/** The system allows a limited number of watched folders. */
const most = { all: 2_000, project: 400 };

/** Watches the folders that people look at, for what comes into them by other ways than the calls: code in kernels. */
export class FolderWatches {
  readonly leaseSeconds = leaseMs / 1_000;
  readonly #platform: Platform;
  readonly #watches = new Map<string, Watch>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#sweeper = setInterval(() => {
      this.#sweep();
    }, leaseMs / 4);
    this.#sweeper.unref();
  }

  /** Somebody looks at these folders now. Those that are not there are passed over. */
  look(projectId: ProjectId, paths: readonly DataPath[]): void {
    for (const path of paths) {
      const key = `${projectId}${path}`;
      const known = this.#watches.get(key);
      if (known && performance.now() - known.since < renewMs) {
        known.until = performance.now() + leaseMs;
        continue;
      }
      if (!known) this.#makeRoom(projectId);
      const watch: Watch = {
        projectId,
        path,
        handle: null,
        until: performance.now() + leaseMs,
        since: performance.now(),
        timer: known?.timer ?? null,
      };
      this.#watches.set(key, watch);
      // The handle before sees what changes until this one does.
      this.#begin(key, watch)
        .catch(() => {
          if (this.#watches.get(key) === watch) this.#watches.delete(key);
        })
        .finally(() => {
          known?.handle?.close();
        });
    }
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const [key, watch] of this.#watches) {
      if (watch.timer) clearTimeout(watch.timer);
      this.#end(key, watch);
    }
  }

  async #begin(key: string, watch: Watch): Promise<void> {
    const { files } = this.#platform;
    const handle = await files.watch(watch.projectId, watch.path, () => {
      this.#gather(watch);
    });
    if (!handle) return;
    // Ended before it had begun.
    if (this.#watches.get(key) !== watch) handle.close();
    else watch.handle = handle;
  }

  #gather(watch: Watch): void {
    watch.timer ??= setTimeout(() => {
      watch.timer = null;
      const { projectId, path } = watch;
      this.#platform.allowance.changed(projectId);
      // By the name of something in it: what changed is the folder's list.
      publishFileChanges(this.#platform, projectId, [`${path}/`]).catch((error: unknown) => {
        this.#platform.log.error('A change of files was not told.', { projectId, error });
      });
    }, gatherMs);
  }

  /** Those that were looked at longest ago give way. */
  #makeRoom(projectId: ProjectId): void {
    const own = [...this.#watches].filter(([, watch]) => watch.projectId === projectId);
    const full = own.length >= most.project ? own : this.#watches.size >= most.all ? [...this.#watches] : [];
    const [oldest] = full.toSorted(([, a], [, b]) => a.until - b.until);
    if (oldest) this.#end(...oldest);
  }

  #sweep(): void {
    for (const [key, watch] of this.#watches) if (watch.until < performance.now()) this.#end(key, watch);
  }

  #end(key: string, watch: Watch): void {
    this.#watches.delete(key);
    watch.handle?.close();
    watch.handle = null;
  }
}
