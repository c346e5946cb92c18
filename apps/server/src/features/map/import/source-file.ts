import { groupFiles } from '@groma/geo';
import { baseName, GromaError, type DataPath, type ProjectId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { Bucket, FileStore, StoredFile } from '../../../platform/storage/file-store.ts';
import type { ImportError } from './import-error.ts';

/** A file of a project that is read. */
export interface SourceFile {
  projectId: ProjectId;
  path: DataPath;
  bucket: Bucket;
}

/** Room an import takes for a while, as a multiple of its file. */
export const workFactor = 2;

/** @throws GromaError FILE_NOT_FOUND */
export async function requireFile({ files }: Platform, { projectId, path, bucket }: SourceFile): Promise<StoredFile> {
  const stored = await files.stat(projectId, path, bucket);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  return stored;
}

/** Paths of the file and of its companions, which lie beside it. */
export async function groupOf(files: FileStore, { projectId, path, bucket }: SourceFile): Promise<DataPath[]> {
  const folder = path.slice(0, path.lastIndexOf('/')) as DataPath;
  const names = (await files.list(projectId, folder, bucket))
    .filter(({ isDir }) => !isDir)
    .map((each) => baseName(each.path));
  const group = groupFiles(names).groups.find(({ name }) => name === baseName(path));
  return [path, ...(group?.sidecars ?? []).map((name) => `${folder}/${name}` as DataPath)];
}

/** An import's failure as the catalogue has it. */
export function asGromaError(error: ImportError): GromaError {
  switch (error.code) {
    case 'too-large':
      return new GromaError('IMPORT_TOO_LARGE');
    case 'disk-full':
      return new GromaError('DISK_FULL', { name: error.file });
    case 'canceled':
      return new GromaError('CANCELED', { name: `Import ${error.file}` });
    default:
      return new GromaError('IMPORT_FAILED', { detail: error.message, reason: error.code });
  }
}
