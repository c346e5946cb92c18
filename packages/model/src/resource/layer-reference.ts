import { isId } from '../id.ts';

/** A vector layer by its ids: it stays the same through renames and moves. */
export interface LayerReference {
  mapId: string;
  layerId: string;
}

/** `layer:{mapId}/{layerId}`: how a layer is named to whatever takes data. */
export function layerReference({ mapId, layerId }: LayerReference): string {
  return `layer:${mapId}/${layerId}`;
}

/** The ids of a reference; undefined for any other text. */
export function parseLayerReference(text: string): LayerReference | undefined {
  const [, mapId = '', layerId = ''] = /^layer:([^/]+)\/([^/]+)$/.exec(text) ?? [];
  return isId(mapId) && isId(layerId) ? { mapId, layerId } : undefined;
}
