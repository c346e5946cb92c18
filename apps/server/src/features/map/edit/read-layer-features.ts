import type { LayerFeature } from '@groma/geo';
import { readLog } from './edit-log.ts';
import type { MapParts } from './map-parts.ts';
import { layerState, readLayerRow, requireVector } from '../record/layer-records.ts';

/**
 * Features of a layer as they are now, by their ids; those that are not there are left out.
 * @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_VECTOR
 */
export async function readLayerFeatures(
  { platform, readers }: Pick<MapParts, 'platform' | 'readers'>,
  mapId: string,
  layerId: string,
  fids: number[],
): Promise<LayerFeature[]> {
  const { query } = platform.database;
  const row = await readLayerRow(query, mapId, layerId);
  requireVector(row);
  const log = await readLog(query, layerId, row.snapshotSeq);
  return readers.call('readFeatures', { layer: layerState(row), log, fids });
}
