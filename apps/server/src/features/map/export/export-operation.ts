import {
  byStarter,
  GromaError,
  newId,
  parseDataPath,
  type DataPath,
  type OperationId,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { mapExport, type ExportFormat, type ExportReply } from '@groma/protocol';
import { z } from 'zod';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import { readTakenFeatures } from '../../../platform/origin/origin-records.ts';
import type { MadeAgain, WantedAgain } from '../../../platform/origin/run-again.ts';
import { readLayerRow, requireVector } from '../record/layer-records.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { EXPORT_FORMATS } from './export-format-table.ts';
import {
  exportLayer,
  exportName,
  findExport,
  withRoot,
  type ExportCheckpoint,
  type WantedExport,
} from './export-layer.ts';

const longestTitle = 255;

export type ExportOperation = OperationKind<WantedExport, ExportReply, ExportCheckpoint>;

/** Exports as people see them. */
export function defineExport(parts: MapParts): ExportOperation {
  const { access } = parts.platform;
  return defineOperation({
    name: 'export',
    policy: byStarter('download', 'file'),
    input: z.object({
      mapId: z.string(),
      projectId: z.custom<ProjectId>(),
      layerId: z.string(),
      layerName: z.string(),
      format: z.enum(mapExport.exportFormats),
      crs: z.string(),
      fids: z.array(z.number()).nullable(),
      filtered: z.boolean().default(false),
      place: z.enum(['wkt', 'lonlat']),
      bucket: z.enum(['groma', 'groma-temp']),
      target: z.custom<DataPath>(),
      replacedBy: z.custom<UserId>().nullable(),
    }),
    findResult: (wanted, checkpoint) => findExport(parts, wanted, checkpoint),
    async run(wanted, context) {
      if (wanted.bucket === 'groma')
        await access.require(context.userId, context.projectId, 'upload', 'file', { evenWithoutPlan: true });
      return exportLayer(parts, wanted, context);
    },
  });
}

interface AskedExport {
  mapId: string;
  projectId: ProjectId;
  userId: UserId;
  layerId: string;
  format: ExportFormat;
  crs: string;
  fids: number[] | null;
  /** Whether the filter of the layer counts where no features are named. */
  filtered: boolean;
  place: 'wkt' | 'lonlat';
  /** Where it goes among the files of the project; null for the temporary bucket. */
  path: string | null;
  replace: boolean;
  /** Of the operation; a new one where it is left out. */
  id?: OperationId | undefined;
}

/** Exports a layer as an operation and waits for the file. @throws GromaError EXPORT_FAILED, FILE_EXISTS, CANCELED */
export async function runExport(
  { platform: { database, files, operations } }: MapParts,
  kind: ExportOperation,
  { userId, path, replace, id, ...asked }: AskedExport,
  caller: AbortSignal,
): Promise<ExportReply> {
  const row = await readLayerRow(database.query, asked.mapId, asked.layerId);
  requireVector(row);
  const { projectId } = asked;
  const name = exportName({ layerName: row.name, format: asked.format });
  const target = targetOf(path, name, EXPORT_FORMATS[asked.format].extension);
  if (path !== null && !replace && (await files.stat(projectId, target)))
    throw new GromaError('FILE_EXISTS', { path: target });
  return operations.run(
    kind,
    { ...(id && { id }), projectId, userId, title: `Export ${row.name}`.slice(0, longestTitle), subject: row.name },
    {
      ...asked,
      layerName: row.name,
      bucket: path === null ? 'groma-temp' : 'groma',
      target,
      replacedBy: replace ? userId : null,
    },
    caller,
  );
}

function targetOf(path: string | null, name: string, extension: string): DataPath {
  if (path === null) return parseDataPath(`/data/${crypto.randomUUID()}/${name}`);
  const full = withRoot(path);
  return parseDataPath(full.toLowerCase().endsWith(`.${extension}`) ? full : `${full}.${extension}`);
}

/**
 * Writes an exported file again, of its layer as that is now; the version before goes to the trash of the person.
 * @throws GromaError as `runExport`
 */
export async function runExportAgain(
  parts: MapParts,
  kind: ExportOperation,
  { origin, projectId, user, operationId }: WantedAgain,
  caller: AbortSignal,
): Promise<MadeAgain> {
  const { thing, doer, parameters, inputs } = origin;
  const [source] = inputs;
  if (!('path' in thing) || !source?.sourceMapId) throw new GromaError('NOT_FOUND', { noun: 'origin' });
  const id = operationId ?? newId<'operation'>();
  await runExport(
    parts,
    kind,
    {
      mapId: source.sourceMapId,
      layerId: source.sourceLayerId!,
      projectId,
      userId: user.id,
      id,
      format: doer as ExportFormat,
      crs: String(parameters['crs']),
      place: parameters['place'] as AskedExport['place'],
      filtered: parameters['filtered'] === true,
      fids: await readTakenFeatures(parts.platform.database.query, origin.id, source.input),
      path: thing.path,
      replace: true,
    },
    caller,
  );
  return { operation_id: id, edits: [] };
}
