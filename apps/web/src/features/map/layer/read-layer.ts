import type { SnapshotManifest } from '@groma/geo';
import { fillPath, map, type LoggedEdit, type VectorLayerData } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import type { SnapshotSource } from './layer-messages.ts';

export interface LayerPlace {
  mapId: string;
  projectId: string;
  layerId: string;
}

/** Where the worker finds the snapshot of a layer. */
export function snapshotSource(
  { mapId, projectId, layerId }: LayerPlace,
  { manifest, snapshot_key: key }: VectorLayerData,
): SnapshotSource {
  const path = fillPath(map.readSnapshotPart.path, { layerId });
  const query = { map_id: mapId, project_id: projectId, ...(key !== null && { snapshot_key: key }) };
  // The wire does not spell out the names of geometry types, which the snapshot's reader knows.
  return {
    manifest: manifest as SnapshotManifest,
    partUrls: manifest.parts.map(({ file }) => `${path}?${new URLSearchParams({ ...query, part: file })}`),
  };
}

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
