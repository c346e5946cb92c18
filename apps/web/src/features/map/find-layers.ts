import { search } from '@groma/protocol';
import { api } from '../../platform/api.ts';
import type { Resource } from '../../registry/resource.ts';
import { mapPanelId, openMap, openTable } from './maps/map-panels.ts';

const parted = '\n';

/** Layers of all maps of a project by name, open or not; groups lead to their map. */
export async function findLayers(projectId: string, typed: string, signal: AbortSignal): Promise<Resource[]> {
  const { data } = await api.call(search.searchLayers, { params: { projectId }, query: { query: typed }, signal });
  return data.map(({ layer_id: layerId, name, type, map_id: mapId, map_name: mapName }) => ({
    kind: type === 'Layer' ? 'mapLayer' : 'mapLayerGroup',
    id: [mapId, layerId, mapName].join(parted),
    name,
    detail: mapName,
  }));
}

/** Opens the map of a layer that was found, and the layer's table below it. */
export function openFoundLayer({ kind, id, name }: Resource): string {
  const [mapId = '', layerId = '', mapName = ''] = id.split(parted);
  openMap({ id: mapId, name: mapName });
  if (kind === 'mapLayer') openTable(mapId, { id: layerId, text: name });
  return mapPanelId(mapId);
}
