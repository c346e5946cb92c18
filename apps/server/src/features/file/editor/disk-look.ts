import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { GromaError, limit, type DataPath, type ProjectId } from '@groma/model';
import type { FileStore } from '../../../platform/storage/file-store.ts';

/**
 * What stands at a path: what it is known by, its bytes unless there are too many to edit, and a name for this content.
 */
export interface DiskLook {
  etag: string;
  modifiedAt: Date;
  bytes: Uint8Array | null;
  version: string;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Reads the file at a path; undefined when there is none. */
export async function lookAtFile(
  files: FileStore,
  projectId: ProjectId,
  path: DataPath,
): Promise<DiskLook | undefined> {
  const opened = await files.open(projectId, path).catch((error: unknown) => {
    if (error instanceof GromaError && (error.code === 'FILE_NOT_FOUND' || error.code === 'BAD_PATH')) return undefined;
    throw error;
  });
  if (!opened) return undefined;
  const { etag, modifiedAt } = opened;
  if (opened.bytes > limit.editFileBytes) {
    await opened.close();
    // A text may have grown that large here: it must be known for what was written.
    const isOther = opened.bytes > limit.documentBytes;
    return { etag, modifiedAt, bytes: null, version: isOther ? etag : (await files.hash(projectId, path)).sha256 };
  }
  // An empty range cannot be asked for.
  const bytes = opened.bytes === 0 ? new Uint8Array() : await buffer(opened.read({ start: 0, end: opened.bytes - 1 }));
  if (opened.bytes === 0) await opened.close();
  return { etag, modifiedAt, bytes, version: sha256(bytes) };
}
