import { and, eq } from '../../platform/database/drizzle.ts';
import { baseName, GromaError, parseExistingPath, type DataPath, type OperationStatus } from '@groma/model';
import { conversion, conversionFormats, type ConversionFormat } from '@groma/protocol';
import { z } from 'zod';
import { operations as operationTable } from '../../platform/database/tables/index.ts';
import { route } from '../../platform/http/route.ts';
import type { RunAgain } from '../../platform/origin/run-again.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { listArrays } from './array-source.ts';
import { defineConversion } from './conversion-operation.ts';
import { defineScene, openScene } from './open-scene.ts';
import type { ConversionNeeds, WantedConversion } from './planned-conversion.ts';
import { runConversionAgain, startConversion } from './start-conversion.ts';

const conversionSteps = z.object({ steps: z.array(z.object({ from: z.string() })) });
const conversionDone = z.object({ done: z.number() });

type OperationRow = typeof operationTable.$inferSelect;
type Phase = (typeof conversion.functionPhases)[number];

const phases: Record<OperationStatus, Phase> = {
  Pending: 'Pending',
  'In Progress': 'Running',
  Completed: 'Succeeded',
  Failed: 'Failed',
  Canceled: 'Error',
};

/** What the conversion feature offers to others, through main. */
export interface ConversionFeature extends Feature {
  /** Converts a file again. @throws GromaError as `runConversionAgain` */
  runAgain: RunAgain;
  /** Begins the conversion that a workflow asks for and answers the paths that its results will have. */
  beginConversion(
    wanted: Pick<
      WantedConversion,
      'projectId' | 'userId' | 'operationId' | 'inputs' | 'excluded' | 'folder' | 'options' | 'signal'
    > & {
      format: string;
      workflowName: string;
    },
  ): Promise<DataPath[]>;
}

/** Conversion of project files into other formats, and the polling of it. */
export function createConversionFeature(platform: Platform, handedIn: ConversionNeeds): ConversionFeature {
  const { query } = platform.database;
  const kind = defineConversion(platform, handedIn);
  const scenes = defineScene(platform);
  return {
    operations: [kind, scenes],
    runAgain: (wanted, caller) => runConversionAgain(platform, kind, wanted, caller),
    routes: [
      route(conversion.convertFiles, async ({ user, projectId, body, signal }) => {
        const paths = await startConversion(platform, handedIn, kind, {
          projectId,
          userId: user.id,
          operationId: body.operation_id,
          bucket: body.bucket_name,
          format: body.output_format,
          inputs: body.input_paths,
          excluded: body.excluded_paths ?? [],
          folder: body.output_folder,
          crs: body.crs,
          needsPlace: body.needs_place ?? false,
          options: body.options,
          array: body.array,
          signal,
          layer: body.layer && { mapId: body.layer.map_id, layerId: body.layer.layer_id },
          newLayer: body.new_layer && {
            mapId: body.new_layer.map_id,
            layerId: body.new_layer.layer_id,
            name: body.new_layer.name,
          },
        });
        return { status: 200, output_paths: paths };
      }),
      route(conversion.listArrays, async ({ projectId, query: { path, bucket_name: bucket = 'groma' }, signal }) => ({
        data: await listArrays(platform.files, { projectId, path: parseExistingPath(path), bucket }, signal),
      })),
      route(conversion.openScene, async ({ user, projectId, body, signal }) => {
        const about = { projectId, userId: user.id, path: body.path };
        const { path, isUpright } = await openScene(platform, scenes, about, signal);
        return { data: { bucket_name: 'groma-temp' as const, path, is_upright: isUpright } };
      }),
      route(conversion.readFunctionOperation, async ({ user, params }) => {
        // Operations are their starter's: another member of the project is told that there is none.
        const [row] = await query
          .select()
          .from(operationTable)
          .where(and(eq(operationTable.id, params.operationId), eq(operationTable.userId, user.id)));
        if (!row) throw new GromaError('NOT_FOUND', { noun: 'operation' });
        const phase = phases[row.status];
        const message = row.status === 'Canceled' ? 'The operation was canceled.' : row.failedMessage;
        return {
          status: 200,
          data: {
            items: [
              {
                status: {
                  phase,
                  message,
                  progress: row.progress,
                  nodes: nodesOf(row, phase),
                },
              },
            ],
          },
        };
      }),
    ],
    beginConversion: ({ format, ...wanted }) =>
      startConversion(platform, handedIn, kind, {
        ...wanted,
        format: requireFormat(format),
        bucket: 'groma',
        crs: undefined,
        needsPlace: false,
        layer: undefined,
        newLayer: undefined,
      }),
  };
}

function requireFormat(id: string): ConversionFormat {
  const format = conversionFormats.find((each) => each === id);
  if (!format) throw new GromaError('BAD_INPUT', { detail: `output_format: there is no format "${id}".` });
  return format;
}

/**
 * The steps of an operation by id: one for each file of a conversion under way, else the operation as a whole
 * (WFL-126).
 */
function nodesOf(row: OperationRow, phase: Phase): Record<string, { displayName: string; phase: Phase }> {
  const steps = conversionSteps.safeParse(row.input).data?.steps ?? [];
  if (row.kind !== 'convert' || steps.length < 2)
    return { [row.id]: { displayName: row.currentSubTask ?? row.title, phase } };
  const done = conversionDone.safeParse(row.checkpoint).data?.done ?? 0;
  return Object.fromEntries(
    steps.map(({ from }, at) => [
      `${row.id}-${at + 1}`,
      { displayName: baseName(from), phase: at < done ? 'Succeeded' : at === done ? phase : 'Pending' },
    ]),
  );
}
