import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, GromaError, type DataPath, type LegacyEncoding, type ProjectId } from '@groma/model';
import type { ImportPreview } from '@groma/protocol';
import { Semaphore } from '../../platform/jobs/semaphore.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Bucket } from '../../platform/storage/file-store.ts';
import { groupOf, previewFile, workFactor } from './import/index.ts';

/** Previews made at once; each may be a process. */
const slots = new Semaphore(2);

/** What an import of a file would be and cost. @throws GromaError FILE_NOT_FOUND. */
export async function previewImport(
  { files, blobs }: Platform,
  {
    projectId,
    path,
    bucket,
    delimiter,
    encoding,
    signal,
  }: {
    projectId: ProjectId;
    path: DataPath;
    bucket: Bucket;
    delimiter: string | undefined;
    encoding: LegacyEncoding | undefined;
    signal: AbortSignal;
  },
): Promise<ImportPreview> {
  const stored = await files.stat(projectId, path, bucket);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  const fileName = baseName(path);
  return slots.run(signal, async () => {
    const [lent, workFolder] = [await blobs.workFolder(), await blobs.workFolder()];
    try {
      for (const each of await groupOf(files, { projectId, path, bucket }))
        await files.lend(projectId, each, lent, bucket);
      const preview = await previewFile({
        sourcePath: join(lent, fileName),
        fileName,
        workFolder,
        delimiter,
        encoding: encoding ?? null,
        signal,
      });
      const room = await files.requireSpace(stored.bytes * workFactor, fileName).then(
        () => null,
        (error: unknown) => (error instanceof GromaError ? error.message : Promise.reject(error as Error)),
      );
      return { ...preview, problem: preview.problem ?? room };
    } finally {
      for (const each of [lent, workFolder]) await rm(each, { recursive: true, force: true });
    }
  });
}
