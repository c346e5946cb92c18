import { GromaError } from '@groma/model';
import type { ChangeAsked } from './change-row.ts';

/** The map and layer of a change; that they may be updated its post asks. @throws GromaError NOT_FOUND */
export async function requireMap({
  platform,
  projectId,
  change,
}: ChangeAsked): Promise<{ mapId: string; layerId: string }> {
  const { map: mapId = '', layer: layerId = '' } = change.target;
  if ((await platform.access.projectOf('map', mapId)) !== projectId) throw new GromaError('NOT_FOUND', { noun: 'map' });
  return { mapId, layerId };
}
