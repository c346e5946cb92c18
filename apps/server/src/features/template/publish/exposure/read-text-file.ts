import type { DataPath, ProjectId } from '@groma/model';
import type { Platform } from '../../../../platform/platform.ts';

/** So much of a file is looked through. */
const mostBytes = 1_048_576;
const sniffedBytes = 4_096;

/** The beginning of a file, if it is text; null for other bytes and for one that has gone. */
export async function readTextFile(
  { files }: Pick<Platform, 'files'>,
  projectId: ProjectId,
  path: string,
): Promise<string | null> {
  const there = await files.stat(projectId, path as DataPath);
  if (!there || there.isDir || there.bytes === 0) return null;
  const first = await readBytes(files, projectId, path, Math.min(there.bytes, sniffedBytes));
  if (first.includes(0)) return null;
  const all =
    there.bytes <= sniffedBytes ? first : await readBytes(files, projectId, path, Math.min(there.bytes, mostBytes));
  return all.toString('utf8');
}

async function readBytes(files: Platform['files'], projectId: ProjectId, path: string, count: number): Promise<Buffer> {
  const opened = await files.open(projectId, path as DataPath);
  return Buffer.concat((await opened.read({ start: 0, end: count - 1 }).toArray()) as Buffer[]);
}
