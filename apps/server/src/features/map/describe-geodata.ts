import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { groupFiles } from '@groma/geo';
import { baseName, GromaError, type DataPath, type LegacyEncoding, type ProjectId } from '@groma/model';
import { Semaphore } from '../../platform/jobs/semaphore.ts';
import type { Platform } from '../../platform/platform.ts';
import { describeFile, DescriptionError, type FileDescription } from './import/index.ts';

/** Descriptions made at once; each is a process. */
const slots = new Semaphore(2);

/**
 * What a geodata file of a project holds, with its companions. It is read under a second name where code in a kernel
 * cannot swap it. Names are read in `encoding`, or in the one that they seem to be in. @throws GromaError
 * FILE_NOT_FOUND, FILE_UNREADABLE.
 */
export async function describeGeodata(
  { files, blobs }: Platform,
  projectId: ProjectId,
  { path, encoding, signal }: { path: DataPath; encoding: LegacyEncoding | undefined; signal: AbortSignal },
): Promise<FileDescription & { bytes: number; companions: string[] }> {
  const stored = await files.stat(projectId, path);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  const folder = path.slice(0, path.lastIndexOf('/')) as DataPath;
  const names = (await files.list(projectId, folder)).filter(({ isDir }) => !isDir).map((each) => baseName(each.path));
  const name = baseName(path);
  const companions = groupFiles(names).groups.find((group) => group.name === name)?.sidecars ?? [];
  return slots.run(signal, async () => {
    const [lent, workFolder] = [await blobs.workFolder(), await blobs.workFolder()];
    try {
      for (const each of [name, ...companions]) await files.lend(projectId, `${folder}/${each}` as DataPath, lent);
      return {
        ...(await describeFile({ sourcePath: join(lent, name), workFolder, encoding: encoding ?? null, signal })),
        bytes: stored.bytes,
        companions: [...companions],
      };
    } catch (error) {
      throw error instanceof DescriptionError
        ? new GromaError('FILE_UNREADABLE', { name, detail: error.message })
        : error;
    } finally {
      for (const each of [lent, workFolder]) await rm(each, { recursive: true, force: true });
    }
  });
}
