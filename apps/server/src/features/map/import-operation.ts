import {
  baseName,
  byStarter,
  legacyEncodings,
  type DataPath,
  type OperationId,
  type ProjectId,
  type UserId,
  type VectorStyle,
} from '@groma/model';
import { z } from 'zod';
import { defineOperation, type OperationKind } from '../../platform/operation/operation-kind.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireFile } from './import/index.ts';
import { importLayers, type ImportedEntries, type WantedImport } from './import-layers.ts';
import type { MapParts } from './edit/map-parts.ts';

const longestTitle = 255;

export type ImportOperation = OperationKind<WantedImport, ImportedEntries>;

/** Imports as people see them. The layers and the end of the operation come in one transaction, so a file is imported once. */
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
        })
        .optional(),
      query: z.object({ layerName: z.string(), geometryColumn: z.string() }).optional(),
      style: z.custom<Partial<VectorStyle>>().optional(),
      block: z.object({ notebookId: z.string(), blockId: z.string() }).optional(),
    }),
    run: (wanted, { signal, report, complete }) => importLayers(parts, wanted, { signal, report, complete }),
  });
}

/** Imports a file as an operation and waits for the layers. @throws GromaError FILE_NOT_FOUND, IMPORT_FAILED, CANCELED */
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
