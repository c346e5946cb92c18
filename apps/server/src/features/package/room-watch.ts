import { formatFileSize, GromaError, type ProjectId } from '@groma/model';
import type { Platform } from '../../platform/platform.ts';
import { OpenFolder } from '../../platform/storage/open-folder.ts';
import { runInThread } from '../../platform/storage/thread/storage-threads.ts';

const measureMs = 1_000;

interface Watched {
  /** Folders in which a set is made. */
  made: readonly string[];
  /** Bytes of the set whose place it takes. */
  replaced: number;
  /** It takes up less than before, so that a project without room can make some. */
  isRemoval: boolean;
}

/** Aborts `signal` when what is made takes more than the project may, or the disk has. `look` asks that at once. */
export function watchRoom(
  { files, allowance, config }: Platform,
  projectId: ProjectId,
  { made, replaced, isRemoval }: Watched,
): { signal: AbortSignal; look(): Promise<void>; stop(): void } {
  const aborter = new AbortController();
  const limitOf = async (): Promise<number> => {
    if (isRemoval) return Infinity;
    const usage = await allowance.usage(projectId);
    const left = [usage?.project, usage?.tenant].map((used) =>
      used?.limit == null ? Infinity : Math.max(0, used.limit - used.bytes + replaced),
    );
    return Math.min(config.packages.bytes ?? Infinity, ...left);
  };
  const look = async (): Promise<void> => {
    await files.requireSpace(0, 'pip');
    const limit = await limitOf();
    const sizes = await Promise.all(made.map(bytesIn));
    if (sizes.reduce((sum, bytes) => sum + bytes, 0) > limit)
      throw new GromaError('PACKAGES_LARGE', { limit: formatFileSize(limit) });
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
