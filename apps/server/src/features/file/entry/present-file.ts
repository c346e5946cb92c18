import { formatFileSize } from '@groma/model';
import type { file } from '@groma/protocol';
import type { StoredFile } from '../../../platform/storage/file-store.ts';

export function presentFile({ path, isDir, bytes, modifiedAt, parts }: StoredFile): file.FileEntry {
  return {
    path,
    isDir,
    size: isDir ? null : formatFileSize(bytes),
    bytes: isDir ? null : bytes,
    lastModified: modifiedAt.toISOString(),
    ...(parts && { parts: [...parts] }),
  };
}
