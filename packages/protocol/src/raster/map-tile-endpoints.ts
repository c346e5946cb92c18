import { alsoPublished, ofResource } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

// What stands here is asked by programs such as QGIS, by addresses that people paste there.
const policy = alsoPublished(ofResource('map', 'read', { in: 'params', name: 'mapId' }));

/** Where the tiles of a raster layer are, `{z}`, `{x}` and `{y}` as programs fill them in. */
export function layerTilePath(mapId: string, layerId: string): string {
  return `/tiles/maps/${mapId}/${layerId}/{z}/{x}/{y}.png`;
}

/** Where the raster layers of a map are described for programs that speak WMTS. */
export function mapWmtsPath(mapId: string): string {
  return `/tiles/maps/${mapId}/wmts`;
}

export const layerTile = defineEndpoint({
  id: 'readLayerTile',
  method: 'GET',
  path: '/tiles/maps/:mapId/:layerId/:z/:x/:y',
  summary:
    'A tile of a raster layer as its map shows it now, 256 pixels in web Mercator, as `{y}.png`, `.jpeg` or `.webp`; `{y}@2x.png` is twice as fine.',
  policy,
  params: z.object({
    mapId: z.string(),
    layerId: z.string(),
    z: z.coerce.number(),
    x: z.coerce.number(),
    y: z.string().max(40),
  }),
  alsoByPassword: true,
  replyType: 'image/*',
});

export const mapWmts = defineEndpoint({
  id: 'readMapWmts',
  method: 'GET',
  path: '/tiles/maps/:mapId/wmts',
  summary: 'The raster layers of a map as a Web Map Tile Service (OGC WMTS 1.0.0, by addresses).',
  policy,
  params: z.object({ mapId: z.string() }),
  query: z.record(z.string(), z.unknown()),
  alsoByPassword: true,
  replyType: 'application/xml',
});
