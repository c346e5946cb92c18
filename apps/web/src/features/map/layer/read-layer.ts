import { map, type LoggedEdit, type VectorLayerData } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import type { LayerPlace } from './snapshot-source.ts';

/** Edits of a layer after one, all pages together. @throws GromaError, CallError. */
export async function readEdits({ mapId, projectId, layerId }: LayerPlace, after: number): Promise<LoggedEdit[]> {
  const edits: LoggedEdit[] = [];
  let seq = after;
  for (let hasMore = true; hasMore;) {
    const { data } = await api.call(map.readLayerEdits, {
      params: { layerId },
      query: { map_id: mapId, project_id: projectId, after: seq },
    });
    for (const edit of data.edits) edits.push(edit);
    seq = data.edits.at(-1)?.seq ?? seq;
    hasMore = data.has_more;
  }
  return edits;
}

/** What a layer is now; null for one that is no vector layer any more. @throws GromaError, CallError. */
export async function readLayerData({ mapId, projectId, layerId }: LayerPlace): Promise<VectorLayerData | null> {
  const {
    data: { data },
  } = await api.call(map.readLayer, { params: { layerId }, query: { map_id: mapId, project_id: projectId } });
  return data?.kind === 'vector' ? data : null;
}
