import { and, eq } from '../../../platform/database/drizzle.ts';
import type { BaseMapType, MapLocking } from '@groma/model';
import type { MapServerMessage } from '@groma/protocol';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import { readSmallEdits } from '../edit/edit-log.ts';
import {
  hierarchyEntry,
  isPresent,
  presentLayers,
  readLayerRows,
  styleOf,
  type LayerRow,
  type Query,
} from '../record/layer-records.ts';
import type { MapChange } from '../record/map-change.ts';

/** Edits larger than this are fetched by those who want them, instead of being pushed to all. */
const pushedBytes = 256 * 1024;

/** What a room says of a change, with what the records hold now. Undefined when the thing is gone again. */
export async function describeChange(query: Query, change: MapChange): Promise<MapServerMessage | undefined> {
  const { senderId, requestId } = change;
  const by = { senderId, ...(requestId !== undefined && { request_id: requestId }) };
  switch (change.kind) {
    case 'hierarchy': {
      const rows = await readLayerRows(query, change.mapId);
      return {
        type: 'Layers_Changed',
        hierarchy_info: Object.fromEntries(rows.map((row) => [row.id, hierarchyEntry(row)])),
        ...by,
      };
    }
    case 'edits':
      return {
        type: 'Layer_Edits',
        layer_id: change.layerId,
        after: change.after,
        seq: change.seq,
        edits: change.edits ?? (await readSmallEdits(query, change.layerId, change.firstSeq, change.seq, pushedBytes)),
        ...by,
      };
    case 'charts':
      return { type: 'Charts_Changed', senderId };
    case 'style':
    case 'folded': {
      const [row] = await query
        .select()
        .from(layers)
        .where(and(eq(layers.id, change.layerId), isPresent));
      if (!row) return undefined;
      if (row.kind === 'raster') return rasterChanged(query, row, by);
      if (row.kind === 'jpg') return photoChanged(query, row, by);
      if (row.kind === 'solid') return solidChanged(query, row, by);
      return change.kind === 'style'
        ? { type: 'Vector_Style_Changed', layer_id: row.id, vector_style: styleOf(row), ...by }
        : {
            type: 'Layer_Folded',
            layer_id: row.id,
            snapshot_key: row.snapshotKey ?? '',
            snapshot_seq: row.snapshotSeq,
          };
    }
    default: {
      const [map] = await query.select().from(maps).where(eq(maps.id, change.mapId));
      if (!map) return undefined;
      if (change.kind === 'base-map')
        return { type: 'Base_Map_Changed', base_map_type: map.baseMap as BaseMapType, ...by };
      if (change.kind === 'locking') return { type: 'Map_Locking_Changed', locking: map.locking as MapLocking, ...by };
      if (change.kind === 'view-state') return { type: 'View_State_Saved', view_state: map.viewState, ...by };
      return { type: 'Map_Renamed', name: map.name, senderId };
    }
  }
}

async function rasterChanged(
  query: Query,
  row: LayerRow,
  by: { senderId: string | null; request_id?: string },
): Promise<MapServerMessage | undefined> {
  const [entry] = await presentLayers(query, [row]);
  return entry?.data?.kind === 'raster'
    ? { type: 'Raster_Layer_Changed', layer_id: row.id, raster_data: entry.data, ...by }
    : undefined;
}

async function photoChanged(
  query: Query,
  row: LayerRow,
  by: { senderId: string | null; request_id?: string },
): Promise<MapServerMessage | undefined> {
  const [entry] = await presentLayers(query, [row]);
  return entry?.data?.kind === 'jpg'
    ? { type: 'Jpg_Layer_Changed', layer_id: row.id, jpg_data: entry.data, ...by }
    : undefined;
}

async function solidChanged(
  query: Query,
  row: LayerRow,
  by: { senderId: string | null; request_id?: string },
): Promise<MapServerMessage | undefined> {
  const [entry] = await presentLayers(query, [row]);
  return entry?.data?.kind === 'solid'
    ? { type: 'Solid_Layer_Changed', layer_id: row.id, solid_data: entry.data, ...by }
    : undefined;
}
