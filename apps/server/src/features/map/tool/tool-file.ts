import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotManifest } from '@groma/geo';
import {
  GromaError,
  parseDataPath,
  type DataPath,
  type OperationRemark,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { mapExport, type ExportFormat } from '@groma/protocol';
import type { OperationContext } from '../../../platform/operation/operation-kind.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { EXPORT_FORMATS } from '../export/export-format-table.ts';
import { makeFile, remarksOf, withRoot } from '../export/export-layer.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import type { ToolResult } from './run-tool.ts';

/** A file of the project that a result becomes. */
export interface ToolFile {
  target: DataPath;
  format: ExportFormat;
  /** Whoever wants a file of that name replaced; its version goes to their trash. */
  replacedBy: UserId | null;
}

/** What is known of a file before it appears. */
export interface ToolCheckpoint {
  result: ToolResult;
  remarks: OperationRemark[];
  /** Identity of the file that stood there before; null where none did. */
  before: string | null;
}

type StoringContext = Pick<OperationContext<ToolResult, ToolCheckpoint>, 'signal' | 'report' | 'keep'>;

/** Where a result goes and as what, by the ending of its name. @throws GromaError BAD_INPUT, BAD_PATH, FILE_EXISTS */
export async function plannedFile(
  { files }: Platform,
  projectId: ProjectId,
  { path, replace, userId }: { path: string; replace: boolean; userId: UserId },
): Promise<ToolFile> {
  const target = parseDataPath(withRoot(path));
  const format = mapExport.exportFormats.find((each) =>
    target.toLowerCase().endsWith(`.${EXPORT_FORMATS[each].extension}`),
  );
  if (!format) {
    const endings = mapExport.exportFormats.map((each) => `.${EXPORT_FORMATS[each].extension}`).join(', ');
    throw new GromaError('BAD_INPUT', { detail: `output.path: "${path}" must end with one of ${endings}.` });
  }
  if (!replace && (await files.stat(projectId, target))) throw new GromaError('FILE_EXISTS', { path: target });
  return { target, format, replacedBy: replace ? userId : null };
}

/** The file that an attempt was about to put there, where it has: one of its size that is not the one from before. */
export async function findToolFile(
  { platform }: MapParts,
  projectId: ProjectId,
  target: DataPath,
  { result, remarks, before }: ToolCheckpoint,
): Promise<{ result: ToolResult; remarks: OperationRemark[] } | undefined> {
  const there = await platform.files.stat(projectId, target);
  if (there?.bytes !== result.file?.bytes || there?.etag === before) return undefined;
  await publishFile(platform, projectId, target);
  return { result, remarks };
}

async function publishFile({ bus }: Platform, projectId: ProjectId, target: DataPath): Promise<void> {
  const folder = target.slice(0, target.lastIndexOf('/')) || '/data';
  await bus.publish('files-changed', { projectId, path: target, folders: [folder] });
}

/** Writes a result, whose snapshot is in the store, as a file that appears whole or not at all. @throws GromaError EXPORT_FAILED, FILE_EXISTS */
export async function storeToolFile(
  { platform }: MapParts,
  projectId: ProjectId,
  { target, format, replacedBy }: ToolFile,
  made: { layerId: string; snapshotKey: string; manifest: SnapshotManifest; folder: string; outcome: ToolResult },
  { signal, report, keep }: StoringContext,
): Promise<ToolResult> {
  const { blobs, files } = platform;
  const { snapshotKey, manifest, outcome } = made;
  const name = target.slice(target.lastIndexOf('/') + 1);
  const layerName = name.slice(0, -EXPORT_FORMATS[format].extension.length - 1) || name;
  const folder = join(made.folder, 'file');
  await mkdir(folder);
  const worker = new LayerWorker(blobs);
  const stop = (): void => {
    void worker.close();
  };
  signal.addEventListener('abort', stop);
  try {
    const layer = { layerId: made.layerId, name: layerName, manifest, snapshotKey, snapshotSeq: 0 };
    const written = await makeFile({
      worker,
      folder,
      signal,
      wanted: { format, crs: 'EPSG:4326', place: 'wkt' },
      name,
      layerName,
      source: { layer, log: [], fids: null },
      total: manifest.featureCount,
      report: () => undefined,
    });
    signal.throwIfAborted();
    const remarks = remarksOf(written);
    report({ remarks });
    const { size: bytes } = await stat(written.file);
    const result: ToolResult = { ...outcome, name, count: written.count, file: { path: target, bytes } };
    await keep({ result, remarks, before: (await files.stat(projectId, target))?.etag ?? null });
    await files.write(projectId, target, createReadStream(written.file), {
      bucket: 'groma',
      ...(replacedBy && { replace: true, trashedBy: replacedBy }),
    });
    await publishFile(platform, projectId, target);
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.close();
  }
}
