import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GromaError, type DataPath, type OperationRemark, type ProjectId, type UserId } from '@groma/model';
import type { OperationContext } from '../../../platform/operation/operation-kind.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MapParts } from '../edit/map-parts.ts';
import type { StoredResult, ToolCheckpoint, ToolFile, ToolParts, ToolResult } from './wanted-tool.ts';

type StoringContext = Pick<OperationContext<ToolResult, ToolCheckpoint>, 'signal' | 'report' | 'keep'>;

/** Where a result goes and as what, by the ending of its name. @throws GromaError BAD_INPUT, BAD_PATH, FILE_EXISTS */
export async function plannedFile(
  { platform: { files }, resultFiles }: ToolParts,
  projectId: ProjectId,
  { path, replace, userId }: { path: string; replace: boolean; userId: UserId },
): Promise<ToolFile> {
  const { target, format } = resultFiles.place(path);
  if (!format) {
    const endings = resultFiles.endings.join(', ');
    throw new GromaError('BAD_INPUT', { detail: `output.path: "${path}" must end with one of ${endings}.` });
  }
  if (!replace && (await files.stat(projectId, target))) throw new GromaError('FILE_EXISTS', { path: target });
  return { target, format, replacedBy: replace ? userId : null };
}

/** The file that an attempt was about to put there, where it has: one of its size that is not the one from before. */
export async function findToolFile(
  { platform }: MapParts,
  { projectId, target, userId }: { projectId: ProjectId; target: DataPath; userId: UserId },
  { made }: ToolCheckpoint,
): Promise<{ result: ToolResult; remarks: OperationRemark[] } | undefined> {
  if (!made) return undefined;
  const { result, remarks, before, origin } = made;
  const there = await platform.files.stat(projectId, target);
  if (there?.bytes !== result.file?.bytes || there?.etag === before) return undefined;
  await noteFileOrigin(platform, { projectId, path: target, authorId: userId }, origin);
  await publishFile(platform, projectId, target);
  return { result, remarks };
}

export async function publishFile({ bus }: Platform, projectId: ProjectId, target: DataPath): Promise<void> {
  const folder = target.slice(0, target.lastIndexOf('/')) || '/data';
  await bus.publish('files-changed', { projectId, path: target, folders: [folder] });
}

/** Writes a result as a file, which appears whole or not at all. @throws GromaError EXPORT_FAILED, FILE_EXISTS */
export async function storeToolFile(
  { platform, resultFiles }: ToolParts,
  { projectId, userId, origin }: { projectId: ProjectId; userId: UserId; origin: Origin },
  { target, format, replacedBy }: ToolFile,
  {
    outcome,
    workFolder,
    beside = [],
    ...stored
  }: StoredResult & { outcome: ToolResult; workFolder: string; beside?: DataPath[] },
  { signal, report, keep }: StoringContext,
): Promise<ToolResult> {
  const { files } = platform;
  const name = target.slice(target.lastIndexOf('/') + 1);
  const folder = join(workFolder, crypto.randomUUID());
  await mkdir(folder);
  const { file, count, remarks } = await resultFiles.make(stored, { format, name, folder }, signal);
  signal.throwIfAborted();
  report({ remarks });
  const { size: bytes } = await stat(file);
  const result: ToolResult = { ...outcome, name, count, file: { path: target, bytes } };
  const before = (await files.stat(projectId, target))?.etag ?? null;
  await keep({ made: { result, remarks, before, origin }, beside });
  await files.write(projectId, target, createReadStream(file), {
    bucket: 'groma',
    ...(replacedBy && { replace: true, trashedBy: replacedBy }),
  });
  await noteFileOrigin(platform, { projectId, path: target, authorId: userId }, origin);
  await publishFile(platform, projectId, target);
  return result;
}
