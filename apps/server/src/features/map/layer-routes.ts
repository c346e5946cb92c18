import { parseDataPath, searchCrs, type DataPath } from '@groma/model';
import { map, mapHistory, mapImport, type CrsInfo, type LoggedFeature } from '@groma/protocol';
import type { Bucket } from '../../platform/storage/file-store.ts';
import { refuseForeignOrigin } from '../../platform/http/origin.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { readEdits } from './edit/edit-log.ts';
import { readLayerFeatures } from './edit/read-layer-features.ts';
import { readHistory } from './history/read-history.ts';
import { runImport, type ImportOperation } from './import-operation.ts';
import { isVector, presentLayers, readLayerRow, readLayerRows, styleOf } from './record/layer-records.ts';
import type { MapParts } from './edit/map-parts.ts';
import { readMap } from './record/map-records.ts';
import { readEditors } from './edit/read-editors.ts';
import { previewImport } from './preview-import.ts';
import { sendPhoto } from './photo/send-photo.ts';
import { sendSnapshot } from './send-snapshot.ts';
import { streamMap } from './stream-map.ts';
import { listDeletedLayers } from './tree/deleted-layers.ts';

const mostSystems = 40;

/** Reading the layers of a map, and bringing files into it. */
export function layerRoutes(parts: MapParts, importKind: ImportOperation): Route[] {
  const { platform } = parts;
  const { query: records } = platform.database;
  let systems: Promise<CrsInfo[]> | null = null;
  return [
    route(map.importLayers, async ({ query, projectId, user, request, signal }) => {
      // It is a GET and changes something, so it is held to the rule for calls that do.
      refuseForeignOrigin({ method: 'POST', headers: request.headers }, platform.config);
      const table = {
        delimiter: query.delimiter,
        x: query.x_column,
        y: query.y_column,
        wkt: query.wkt_column,
        hasNoPlaces: query.no_places,
      };
      const { id, username } = user;
      const wanted = {
        mapId: query.map_id,
        projectId,
        user: { id, username },
        path: pathOf(query.file_path),
        crs: query.crs,
        encoding: query.encoding,
        table,
        bucket: bucketOf(query.folder_name),
      };
      return runImport(platform, importKind, wanted, signal);
    }),
    route(mapImport.previewImport, async ({ query, projectId, signal }) => ({
      data: await previewImport(platform, {
        projectId,
        path: pathOf(query.file_path),
        bucket: bucketOf(query.folder_name),
        delimiter: query.delimiter,
        encoding: query.encoding,
        signal,
      }),
    })),
    route(mapImport.searchCrs, async ({ query }) => ({
      data: searchCrs(await (systems ??= parts.readers.call('listCrs', null)), query.text, mostSystems),
    })),
    route(map.streamMap, async ({ query, reply, signal }) => streamMap(parts, query.map_id, reply, signal)),
    route(map.readMapState, async ({ query }) => {
      const { info, row } = await readMap(records, query.map_id);
      const rows = await readLayerRows(records, query.map_id);
      return {
        data: {
          ...info,
          base_map_type: row.baseMap as never,
          locking: row.locking as never,
          view_state: row.viewState,
          layers: await presentLayers(records, rows),
          vector_style: Object.fromEntries(rows.filter(isVector).map((each) => [each.id, styleOf(each)])) as never,
          layer_editors: await readEditors(platform, query.map_id),
        },
      };
    }),
    route(map.readLayer, async ({ params, query }) => {
      const row = await readLayerRow(records, query.map_id, params.layerId);
      return { data: (await presentLayers(records, [row]))[0]! };
    }),
    route(map.readSnapshotPart, async ({ params, query, request, reply }) => {
      const row = await readLayerRow(records, query.map_id, params.layerId);
      return sendSnapshot(platform.blobs, row, { part: query.part, snapshotKey: query.snapshot_key }, request, reply);
    }),
    route(mapHistory.readLayerHistory, async ({ params, query }) => {
      await readLayerRow(records, query.map_id, params.layerId);
      const before =
        query.before === undefined || query.before_id === undefined
          ? null
          : { moment: query.before, id: query.before_id };
      return { data: await readHistory(records, params.layerId, before, query.limit) };
    }),
    route(mapHistory.listDeletedLayers, async ({ query }) => ({
      data: await listDeletedLayers(records, query.map_id),
    })),
    route(map.readPhoto, async ({ params, query, request, reply, signal }) =>
      sendPhoto(platform.blobs, await readLayerRow(records, query.map_id, params.layerId), query.max_size, {
        request,
        reply,
        signal,
      }),
    ),
    route(map.readLayerFeatures, async ({ params, query, body }) => ({
      data: (await readLayerFeatures(parts, query.map_id, params.layerId, body.fids)) as LoggedFeature[],
    })),
    route(map.readLayerEdits, async ({ params, query }) => {
      await readLayerRow(records, query.map_id, params.layerId);
      return { data: await readEdits(records, params.layerId, query.after) };
    }),
  ];
}

/** Paths may begin with /data/ or below it. */
function pathOf(text: string): DataPath {
  return parseDataPath(/^\/data(\/|$)/.test(text) ? text : `/data/${text.replace(/^\//, '')}`);
}

function bucketOf(folder: 'temp' | 'data'): Bucket {
  return folder === 'temp' ? 'groma-temp' : 'groma';
}
