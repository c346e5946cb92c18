import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, type DataPath, type ProjectId } from '@groma/model';
import type { Bucket, FileStore } from '../../platform/storage/file-store.ts';
import { folderOf } from './plan-steps.ts';

/** Meshes in text name files beside them. */
const naming = /\.(?:obj|dae|gltf|ply)$/i;
/** Materials, numbers and pictures. */
const part = /\.(?:mtl|bin|png|jpe?g|bmp|tga|tiff?|webp|gif)$/i;
const mostParts = 500;
const mostBytes = 1024 ** 3;

/**
 * Puts what a mesh may name beside its source in a folder that no kernel sees: parts of its own folder, and of the
 * folders in that, as many as there is room for.
 */
export async function lendParts(
  files: FileStore,
  { projectId, path, bucket }: { projectId: ProjectId; path: DataPath; bucket: Bucket },
  into: string,
): Promise<void> {
  if (!naming.test(path)) return;
  const beside = await files.list(projectId, folderOf(path) as DataPath, bucket).catch(() => []);
  let [left, bytes] = [mostParts, mostBytes];
  const lend = async (entries: typeof beside, folder: string) => {
    const parts = entries.filter((each) => !each.isDir && part.test(each.path) && each.path !== path);
    if (parts.length > 0) await mkdir(folder, { recursive: true });
    for (const each of parts) {
      if (left === 0 || each.bytes > bytes) continue;
      left -= 1;
      bytes -= each.bytes;
      await files.lend(projectId, each.path, folder, bucket);
    }
  };
  await lend(beside, into);
  for (const folder of beside.filter(({ isDir }) => isDir).slice(0, mostParts))
    await lend(await files.list(projectId, folder.path, bucket).catch(() => []), join(into, baseName(folder.path)));
}
