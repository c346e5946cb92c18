import {
  baseName,
  byStarter,
  legacyEncodings,
  type DataPath,
  type OperationId,
  type ProjectId,
  type UserId,
  type VectorStyle,
  GromaError,
} from '@groma/model';
import { z } from 'zod';
import { defineOperation, type OperationKind } from '../../platform/operation/operation-kind.ts';
import type { Origin } from '../../platform/origin/origin.ts';
import type { MadeAgain, WantedAgain } from '../../platform/origin/run-again.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireFile } from './import/index.ts';
import { importLayers, type ImportedEntries, type WantedImport } from './import-layers.ts';
import type { MapParts } from './edit/map-parts.ts';
import { runReplacement, type Replacement } from './tool/replace-layer.ts';

const longestTitle = 255;

export type ImportOperation = OperationKind<WantedImport, ImportedEntries>;

/**
 * Imports as people see them. The layers and the end of the operation come in one transaction, so a file is imported
 * once.
 */
export function defineImport(parts: MapParts): ImportOperation {
  return defineOperation({
    name: 'import',
    policy: byStarter('update', 'map'),
    input: z.object({
      mapId: z.string(),
      projectId: z.custom<ProjectId>(),
      user: z.object({ id: z.custom<UserId>(), username: z.string() }),
      bucket: z.enum(['groma', 'groma-temp']),
      path: z.custom<DataPath>(),
      crs: z.string().optional(),
      encoding: z.enum(legacyEncodings).optional(),
      table: z
        .object({
          delimiter: z.string().optional(),
          x: z.string().optional(),
          y: z.string().optional(),
          wkt: z.string().optional(),
          hasNoPlaces: z.boolean().optional(),
        })
        .optional(),
      query: z
        .object({ layerName: z.string(), geometryColumn: z.string(), latitudeColumn: z.string().optional() })
        .optional(),
      style: z.custom<Partial<VectorStyle>>().optional(),
      origin: z.custom<Origin>().optional(),
    }),
    run: (wanted, { id, signal, report, complete }) =>
      importLayers(parts, wanted, { signal, report, complete, operationId: id }),
  });
}

/**
 * Imports a file as an operation and waits for the layers.
 * @throws GromaError FILE_NOT_FOUND, IMPORT_FAILED, CANCELED
 */
export async function runImport(
  platform: Platform,
  kind: ImportOperation,
  wanted: WantedImport,
  caller: AbortSignal,
  id?: OperationId,
): Promise<ImportedEntries> {
  await requireFile(platform, wanted);
  const subject = wanted.query?.layerName ?? baseName(wanted.path);
  return platform.operations.run(
    kind,
    {
      ...(id && { id }),
      projectId: wanted.projectId,
      userId: wanted.user.id,
      title: `Import ${subject}`.slice(0, longestTitle),
      subject,
    },
    wanted,
    caller,
  );
}

/**
 * Makes an imported layer again of its file as that is now.
 * @throws GromaError BAD_INPUT for an upload that was not kept
 */
export function runImportAgain(
  parts: MapParts,
  kind: Replacement,
  { origin, ...asked }: WantedAgain,
  caller: AbortSignal,
): Promise<MadeAgain> {
  const { kind: made, doer, parameters, inputs, thing, name } = origin;
  const path = inputs[0]?.sourcePath;
  if (!path || 'path' in thing)
    throw new GromaError('BAD_INPUT', { detail: `“${name}” was imported from an upload, which is not kept.` });
  const { layer, crs, encoding, table } = parameters as Pick<WantedImport, 'crs' | 'encoding' | 'table'> & {
    layer?: string;
  };
  return runReplacement(
    parts,
    kind,
    {
      ...asked,
      name,
      target: thing,
      path: path as DataPath,
      bucket: 'groma',
      reading: { layer, crs, encoding, table },
      origin: { kind: made, doer, parameters, inputs: [] },
    },
    caller,
  );
}
