import {
  completeRasterStyle,
  GromaError,
  rasterReach,
  rasterTileUrl,
  type ProjectId,
  type RasterStyle,
} from '@groma/model';
import { mapTiles } from '@groma/protocol';
import { and, eq, isNull } from '../../../platform/database/drizzle.ts';
import type { Database } from '../../../platform/database/database.ts';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import { originOfRequest } from '../../../platform/http/origin.ts';
import { route, streamed, type Call, type Route } from '../../../platform/http/route.ts';
import { readLayersOfMap } from '../source/layers-of-map.ts';
import { readTileQuery, type TileQuery } from '../request/tile-query.ts';
import { wmtsDocument } from './wmts-document.ts';

/**
 * Draws a tile, whose row is written as `{y}.png`. One is not `isLasting` whose address says nothing of how it is
 * drawn. @throws GromaError BAD_INPUT, FILE_NOT_FOUND, FILE_UNREADABLE
 */
export type DrawsTile = (
  query: TileQuery,
  projectId: ProjectId,
  place: { z: number; x: number; y: string },
  call: Pick<Call, 'signal' | 'request' | 'reply' | 'projectAccess'>,
  isLasting?: boolean,
) => Promise<typeof streamed>;

/** The raster layers of maps for other programs: tiles by address, and a description of them. */
export function mapTileRoutes(drawTile: DrawsTile, database: Database, publicUrl: string | undefined): Route[] {
  return [
    route(mapTiles.layerTile, async ({ projectId, params, ...call }): Promise<typeof streamed> => {
      const { mapId, layerId, ...place } = params;
      const [layer] = await database.query
        .select({ name: layers.name, type: layers.type, kind: layers.kind, style: layers.style, source: layers.source })
        .from(layers)
        .where(and(eq(layers.id, layerId), eq(layers.mapId, mapId), isNull(layers.deletedAt)));
      if (layer?.type !== 'Layer') throw new GromaError('LAYER_NOT_FOUND', { id: layerId });
      if (layer.kind !== 'raster') throw new GromaError('LAYER_NOT_RASTER', { name: layer.name });
      const { url } = layer.source as { url: string };
      const address = rasterTileUrl({ projectId, url }, styleOf(layer));
      return drawTile(readTileQuery(address.slice(address.indexOf('?') + 1)), projectId, place, call, false);
    }),
    route(mapTiles.mapWmts, async ({ projectId, params: { mapId }, request, reply }) => {
      const [map] = await database.query.select({ name: maps.name }).from(maps).where(eq(maps.id, mapId));
      if (!map) throw new GromaError('NOT_FOUND', { noun: 'map' });
      const origin = originOfRequest(request, { publicUrl });
      const rows = await readLayersOfMap(database, { projectId, mapId });
      const shown = rows.flatMap(({ id, text: title, kind, ...row }) =>
        kind === 'raster'
          ? [{ id, title, box: rasterReach(styleOf(row)), tiles: origin + mapTiles.layerTilePath(mapId, id) }]
          : [],
      );
      void reply.type('application/xml').header('cache-control', 'private, no-cache');
      await reply.send(wmtsDocument(map.name, origin + mapTiles.mapWmtsPath(mapId), shown));
      return streamed;
    }),
  ];
}

function styleOf({ style }: { style: Record<string, unknown> }): RasterStyle {
  return completeRasterStyle(style as Partial<RasterStyle>);
}
