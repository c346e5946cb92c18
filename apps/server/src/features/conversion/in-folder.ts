import { rm } from 'node:fs/promises';
import type { ProjectId } from '@groma/model';
import type { FileStore } from '../../platform/storage/file-store.ts';

/** Works in a folder that no kernel sees. */
export async function inFolder<T>(
  files: FileStore,
  projectId: ProjectId,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await files.workFolder(projectId);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
