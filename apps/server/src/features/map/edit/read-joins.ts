import { readLog } from './edit-log.ts';
import { isVector, layerState, readLayerRows, styleOf, type LayerRow, type Query } from '../record/layer-records.ts';
import type { LayerJoinState } from '../reader/worker-tasks.ts';

/** The joins of a layer with the layers that they bring columns of; those whose layer is deleted are left out. */
export async function readJoins(query: Query, layer: LayerRow): Promise<LayerJoinState[]> {
  const { joins } = styleOf(layer);
  const found: LayerJoinState[] = [];
  if (joins.length === 0) return found;
  const rows = await readLayerRows(query, layer.mapId);
  for (const each of joins) {
    const row = rows.find(({ id }) => id === each.layerId);
    if (row && isVector(row))
      found.push({ join: each, layer: layerState(row), log: await readLog(query, row.id, row.snapshotSeq) });
  }
  return found;
}
