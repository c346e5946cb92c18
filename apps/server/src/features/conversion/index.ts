import { and, eq } from 'drizzle-orm';
import { GromaError, type OperationStatus } from '@groma/model';
import { conversion } from '@groma/protocol';
import { operations as operationTable } from '../../platform/database/tables/index.ts';
import { route } from '../../platform/http/route.ts';
import type { RunAgain } from '../../platform/origin/run-again.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { defineConversion } from './conversion-operation.ts';
import { runConversionAgain, startConversion, type ConversionNeeds } from './start-conversion.ts';

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
}

/** Conversion of project files into other formats, and the polling of it. */
export function createConversionFeature(platform: Platform, handedIn: ConversionNeeds): ConversionFeature {
  const { query } = platform.database;
  const kind = defineConversion(platform, handedIn);
  return {
    operations: [kind],
    runAgain: (wanted, caller) => runConversionAgain(platform, kind, wanted, caller),
    routes: [
      route(conversion.convertFiles, async ({ user, projectId, body, signal }) => {
        const paths = await startConversion(platform, handedIn, kind, {
          projectId,
          userId: user.id,
          operationId: body.operation_id,
          bucket: body.bucket_name,
          inputs: body.input_paths,
          excluded: body.excluded_paths ?? [],
          folder: body.output_folder,
          crs: body.crs,
          needsPlace: body.needs_place ?? false,
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
                  nodes: { [row.id]: { displayName: row.currentSubTask ?? row.title, phase } },
                },
              },
            ],
          },
        };
      }),
    ],
  };
}
