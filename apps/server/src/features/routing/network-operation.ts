import { byStarter, GromaError, type ProjectId } from '@groma/model';
import { z } from 'zod';
import type { RoutingSettings } from '../../platform/routing-settings.ts';
import { defineOperation, type OperationKind } from '../../platform/operation/operation-kind.ts';
import type { ExtractSources } from './extract-sources.ts';
import type { ExtractSource, TileSets } from './tile-sets.ts';

interface WantedNetwork {
  projectId: ProjectId;
  /** Path of the extract in the project; null for that of the settings. */
  extract: string | null;
}

export type NetworkOperation = OperationKind<WantedNetwork, object>;

interface NetworkParts {
  settings: RoutingSettings;
  sources: ExtractSources;
  tiles: TileSets;
}

/** Making roads of an extract ready, as people see it. Several may wait for the same: who cancels leaves the others. */
export function defineNetwork({ settings, sources, tiles }: NetworkParts): NetworkOperation {
  return defineOperation({
    name: 'network',
    policy: byStarter('update', 'map'),
    input: z.object({ projectId: z.custom<ProjectId>(), extract: z.string().nullable() }),
    async run({ projectId, extract }, { signal, report }) {
      const source = await findExtract({ settings, sources }, projectId, extract);
      await tiles.ensure(source, signal, ({ progress, subTask }) => {
        report({ progress, subtitle: subTask === 'engine' ? 'Installing the routing engine' : 'Building the network' });
      });
      return {};
    },
  });
}

/**
 * The extract in a project, or that of the settings where none is named.
 * @throws GromaError ROUTING_NOT_SET, as `ExtractSources`
 */
export async function findExtract(
  { settings, sources }: Pick<NetworkParts, 'settings' | 'sources'>,
  projectId: ProjectId,
  extract: string | null,
): Promise<ExtractSource> {
  if (extract !== null) return sources.ofProject(projectId, extract);
  if (settings.extract === undefined) throw new GromaError('ROUTING_NOT_SET');
  return sources.ofServer(settings.extract);
}
