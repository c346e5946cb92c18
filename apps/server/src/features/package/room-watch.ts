import { formatFileSize, GromaError, type ProjectId } from '@groma/model';
import type { Platform } from '../../platform/platform.ts';
import { OpenFolder } from '../../platform/storage/open-folder.ts';
import { runInThread } from '../../platform/storage/thread/storage-threads.ts';

const measureMs = 1_000;
/** What a set may grow by when packages are removed from it: the descriptions of what it has. */
const removalBytes = 16 * 1024 ** 2;

interface Watched {
  /** Folders in which a set is made. */
  made: readonly string[];
  /** Bytes of the set whose place it takes. */
  replaced: number;
  /** It takes up no more than before, so that a project without room can make some. */
  isRemoval: boolean;
  /** What pip keeps for the next time, and the bytes that it may have while pip runs. */
  cache: { folder: string; bytes: number };
}

/** Aborts `signal` when what is made takes more than the project may, or the disk has. `look` asks that at once. */
export function watchRoom(
  { files, allowance, config }: Platform,
  projectId: ProjectId,
  { made, replaced, isRemoval, cache }: Watched,
): { signal: AbortSignal; look(): Promise<void>; stop(): void } {
  const aborter = new AbortController();
  const limitOf = async (): Promise<number> => {
    const usage = await allowance.usage(projectId);
    const left = [usage?.project, usage?.tenant].map((used) =>
      used?.limit == null ? Infinity : Math.max(0, used.limit - used.bytes + replaced),
    );
    // A set for another Python is made anew when something is removed from it, which could install anything.
    const least = isRemoval ? replaced + removalBytes : 0;
    return Math.max(least, Math.min(config.packages.bytes ?? Infinity, ...left));
  };
  const look = async (): Promise<void> => {
    await files.requireSpace(0, 'pip');
    const limit = await limitOf();
    const sizes = await Promise.all(made.map(bytesIn));
    const refuse = (bytes: number): never => {
      throw new GromaError('PACKAGES_LARGE', { limit: formatFileSize(bytes) });
    };
    if (sizes.reduce((sum, bytes) => sum + bytes, 0) > limit) refuse(limit);
    if ((await bytesIn(cache.folder)) > cache.bytes) refuse(cache.bytes);
  };
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const lookAgain = (): void => {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => {
          // What could not be measured now is measured again, at the end at the latest.
          if (error instanceof GromaError) aborter.abort(error);
        })
        .finally(() => {
          if (!isStopped) lookAgain();
        });
    }, measureMs);
  };
  lookAgain();
  return {
    signal: aborter.signal,
    look,
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/** Bytes of all that is below a folder; 0 where there is none. */
export async function bytesIn(path: string): Promise<number> {
  const folder = await OpenFolder.at(path).catch(() => null);
  if (!folder) return 0;
  try {
    return (await runInThread('measure', { fd: folder.fd })).bytes;
  } finally {
    await folder.close();
  }
}
