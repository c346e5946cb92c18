import type { ProjectId } from '@groma/model';
import type { file } from '@groma/protocol';
import type { Platform } from '../../../platform/platform.ts';

/** Folders that one message names; where more changed, it names none and means any. */
const mostFolders = 40;

/** Tells all who look at a project's files which paths came, went or changed. */
export async function publishFileChanges(
  { bus }: Pick<Platform, 'bus'>,
  projectId: ProjectId,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  const folders = [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/')) || '/data'))];
  const isShort = folders.length <= mostFolders && folders.join('').length < 5_000;
  const change: file.FilesChanged = { projectId, path: paths[0]!.slice(0, 1_000), ...(isShort && { folders }) };
  await bus.publish('files-changed', change);
}
