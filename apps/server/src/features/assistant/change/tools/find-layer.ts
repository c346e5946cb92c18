import { GromaError } from '@groma/model';
import { fidProperty, layerArrow, map, resource, type LoggedFeature } from '@groma/protocol';
import { z } from 'zod';
import type { McpCall } from '../../mcp/mcp-tool.ts';
import type { ChangeTurn } from './change-course.ts';

export const layerField = z.string().min(1).max(2_000).describe('The layer by name, as layer:World/roads.');

/** A vector layer by its name or reference. @throws GromaError FORBIDDEN, NOT_FOUND, LAYER_NOT_VECTOR */
export async function findLayer(
  { platform, projectId, userId }: ChangeTurn,
  name: string,
  { client, signal }: McpCall,
) {
  await platform.access.require(userId, projectId, 'update', 'map');
  const { data } = await client.call(resource.readResource, { params: { projectId }, query: { name }, signal });
  const [, mapId = '', layerId = ''] = /^layer:([^/]+)\/(.+)$/.exec(data.reference) ?? [];
  const layers = (await client.call(layerArrow.listLayers, { params: { projectId }, signal })).data;
  const found = layers.find(({ id, map_id }) => id === layerId && map_id === mapId);
  if (!found) throw new GromaError('LAYER_NOT_VECTOR', { name });
  const columns = found.columns.filter((column) => column.name !== fidProperty && column.name !== 'geometry');
  return { mapId, layerId, columns, title: `${found.map_name} / ${found.name}` };
}

/** Features of a layer as they are now. */
export async function readLayerFeatures(
  { projectId }: ChangeTurn,
  { mapId, layerId }: { mapId: string; layerId: string },
  fids: number[],
  { client, signal }: McpCall,
): Promise<LoggedFeature[]> {
  const query = { map_id: mapId, project_id: projectId };
  return (await client.call(map.readLayerFeatures, { params: { layerId }, query, body: { fids }, signal })).data;
}
