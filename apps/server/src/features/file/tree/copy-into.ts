import { baseName, GromaError, parseExistingPath, type ClashRule, type DataPath, type ProjectId } from '@groma/model';
import type { file } from '@groma/protocol';
import type { CopyOptions } from '../../../platform/storage/file-store.ts';
import type { User } from '../../../platform/session/sessions.ts';
import type { FileParts } from '../file-parts.ts';
import { tellChanged } from '../tell-changed.ts';
import { place, settleEach } from './settle-each.ts';

interface Copying {
  projectId: ProjectId;
  user: User;
  paths: readonly string[];
  folder: DataPath;
  clash: ClashRule;
}

/** More than this is copied as an operation, which people see and can stop. */
const little = { bytes: 64 * 1024 * 1024, files: 1_000 };

/** Copies files and folders into a folder, at once or as an operation. */
export async function copyInto(
  parts: FileParts,
  copying: Copying,
): Promise<{ data: file.FileOutcome[]; isRunning: boolean }> {
  const { platform, operations } = parts;
  const { projectId, user, paths } = copying;
  const whole = { bytes: 0, files: 0 };
  for (const path of paths) {
    // What is not there is told with the rest.
    const size = await platform.files.measure(projectId, parseExistingPath(path)).catch(unlessKnown);
    whole.bytes += size?.bytes ?? 0;
    whole.files += size?.files ?? 0;
  }
  if (whole.bytes <= little.bytes && whole.files <= little.files)
    return { data: await copyEach(parts, copying, {}), isRunning: false };
  const subject = paths.length === 1 ? baseName(paths[0]!) : `${baseName(paths[0]!)} +${paths.length - 1}`;
  let copied = 0;
  const running = operations.run(
    { projectId, userId: user.id, title: `Copy ${subject}`.slice(0, 255), task: 'copy', subject },
    async (report, signal) => {
      const outcomes = await copyEach(parts, copying, {
        signal,
        onBytes: (bytes) => {
          copied += bytes;
          report({ progress: Math.min(99, (copied / Math.max(1, whole.bytes)) * 100) });
        },
      });
      const failed = outcomes.find(({ error }) => error !== null);
      if (failed?.error) throw new GromaError('BAD_INPUT', { detail: failed.error.message });
    },
  );
  // Its failure is shown where the operation is.
  running.catch(() => undefined);
  return { data: [], isRunning: true };
}

async function copyEach(
  { platform }: FileParts,
  { projectId, user, paths, folder, clash }: Copying,
  options: CopyOptions,
): Promise<file.FileOutcome[]> {
  const { files } = platform;
  const data = await settleEach(paths, async (text) => {
    const from = parseExistingPath(text);
    const found = await files.stat(projectId, from);
    if (!found) throw new GromaError('FILE_NOT_FOUND', { path: from });
    const isDuplicate = `${folder}/${baseName(from)}` === from;
    return place({
      folder,
      name: baseName(from),
      isDir: found.isDir,
      clash: isDuplicate ? 'number' : clash,
      isDuplicate,
      clear: (path) => files.remove(projectId, path, user.id),
      put: async (path) => {
        // Before anything is copied that would find its name taken at the end.
        if (await files.stat(projectId, path)) throw new GromaError('FILE_EXISTS', { path });
        return (await files.copy(projectId, from, path, options)).path;
      },
    });
  });
  await tellChanged(
    platform,
    projectId,
    data.flatMap(({ to }) => to ?? []),
  );
  return data;
}

function unlessKnown(error: unknown): undefined {
  if (!(error instanceof GromaError)) throw error;
}
