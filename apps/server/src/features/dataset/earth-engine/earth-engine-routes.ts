import { type OperationId, type UserId } from '@groma/model';
import { earthEngine } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import { downloadFromEarthEngine } from './earth-engine-download.ts';

/** The calls of Earth Engine. */
export function earthEngineRoutes(parts: Parameters<typeof downloadFromEarthEngine>[0]): Route[] {
  return [
    route(earthEngine.readEarthEngine, () => Promise.resolve({ data: { is_set: parts.images.isThere } })),
    route(earthEngine.downloadFromEarthEngine, async ({ user, projectId, body, signal }) => {
      const { operation_id: id, dataset_id: datasetId, ...asked } = body;
      const wanted = { ...asked, datasetId, projectId, userId: user.id as UserId, id: id as OperationId | undefined };
      return { data: await downloadFromEarthEngine(parts, wanted, signal) };
    }),
  ];
}
