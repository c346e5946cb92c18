import type { RoutingEngine } from '@groma/geo';
import { GromaError, type ProjectId, type UserId } from '@groma/model';
import type { Feature, Platform } from '../../platform/platform.ts';
import { EnginePool } from './engine-pool.ts';
import { ExtractSources } from './extract-sources.ts';
import { isochroneRoute } from './isochrone-route.ts';
import { defineNetwork, findExtract } from './network-operation.ts';
import { OpenRouteService } from './open-route-service.ts';
import { TileSets } from './tile-sets.ts';
import { ValhallaEngine } from './valhalla-engine.ts';
import { callValhallaServer } from './valhalla-server.ts';

const longestTitle = 255;

/** Who wants ways by road, and over which extract of the project, if over one. */
interface RoutingRun {
  projectId: ProjectId;
  userId: UserId;
  parameters: Readonly<Record<string, unknown>>;
  signal: AbortSignal;
}

/** What routing offers to others, through main. */
export interface RoutingFeature extends Feature {
  /**
   * The engine that a tool asks, with its network ready. Making that ready is an operation of its own.
   * @throws GromaError ROUTING_NOT_SET, CANCELED, as the operation fails
   */
  openForTool(run: RoutingRun): Promise<RoutingEngine>;
  /** Deletes what was made of the extracts of a project. */
  removeNetworks(projectId: ProjectId): Promise<void>;
}

/** Ways by road: by an engine over extracts of OpenStreetMap, or by a service that the settings name. */
export function createRoutingFeature(platform: Platform): RoutingFeature {
  const { config, outbound, operations } = platform;
  const settings = config.routing;
  const tiles = new TileSets(config.dataFolder, settings.engineFolder);
  const sources = new ExtractSources(platform);
  const pool = new EnginePool(settings);
  const networkKind = defineNetwork({ settings, sources, tiles });

  const serviceOf = (signal: AbortSignal): RoutingEngine | null => {
    const { valhallaUrl, openRouteService } = settings;
    if (valhallaUrl !== undefined) return new ValhallaEngine(callValhallaServer(outbound, valhallaUrl, signal));
    return openRouteService ? new OpenRouteService(outbound, openRouteService, signal) : null;
  };

  const openForTool: RoutingFeature['openForTool'] = async ({ projectId, userId, parameters, signal }) => {
    const extract = typeof parameters['extract'] === 'string' ? parameters['extract'] : null;
    const service = extract === null ? serviceOf(signal) : null;
    if (service) return service;
    const source = await findExtract({ settings, sources }, projectId, extract);
    if (!(await tiles.isReady(source))) {
      const title = `Road network of ${source.name}`.slice(0, longestTitle);
      await operations.run(
        networkKind,
        { projectId, userId, title, subject: source.name },
        { projectId, extract },
        signal,
      );
    }
    return new ValhallaEngine(pool.callOver(tiles.folderOf(source), signal));
  };

  return {
    routes: [
      isochroneRoute(async ({ projectId: named, extract: path, userId, signal }) => {
        if (named !== undefined) {
          const { projectId } = await platform.access.require(userId, named, 'read', 'file', { noun: 'project' });
          const extract = path ?? (await sources.onlyOf(projectId as ProjectId));
          if (extract !== null)
            return openForTool({ projectId: projectId as ProjectId, userId, parameters: { extract }, signal });
        }
        const service = serviceOf(signal);
        if (service) return service;
        if (settings.extract === undefined) throw new GromaError('ROUTING_NOT_SET');
        const source = await sources.ofServer(settings.extract);
        await tiles.ensure(source, signal);
        return new ValhallaEngine(pool.callOver(tiles.folderOf(source), signal));
      }),
    ],
    operations: [networkKind],
    openForTool,
    removeNetworks: (projectId) => tiles.removeOf(projectId),
    start: () => tiles.sweep(),
    async close() {
      tiles.close();
      pool.close();
    },
  };
}
