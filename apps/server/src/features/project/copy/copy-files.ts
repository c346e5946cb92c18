import type { ProjectId } from '@groma/model';
import type { FileStore, StoredFile } from '../../../platform/storage/file-store.ts';

/**
 * Copies files and folders of a project to another. Each copy is a file of its own; a file that went away meanwhile is
 * left out.
 */
export async function copyFiles(
  files: FileStore,
  from: ProjectId,
  to: ProjectId,
  listed: readonly StoredFile[],
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number, path: string) => void },
): Promise<void> {
  for (const { path, isDir, bytes } of listed) {
    signal.throwIfAborted();
    if (isDir) await files.makeFolder(to, path);
    else if (await files.stat(from, path)) await copyFile(files, from, to, path, signal);
    onBytes(bytes, path);
  }
}

async function copyFile(
  files: FileStore,
  from: ProjectId,
  to: ProjectId,
  path: StoredFile['path'],
  signal: AbortSignal,
): Promise<void> {
  const opened = await files.open(from, path);
  // A stream of no bytes cannot be asked for; such a file is read to its end as it is.
  const content = opened.read({ start: 0, end: Math.max(0, opened.bytes - 1) });
  // It may be stopped before anybody reads it, when nobody listens; whoever reads it is told all the same.
  content.on('error', () => undefined);
  const stop = () => {
    content.destroy(signal.reason as Error);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    await files.write(to, path, content);
  } finally {
    signal.removeEventListener('abort', stop);
    content.destroy();
  }
}
