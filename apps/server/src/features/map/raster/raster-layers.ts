import { eq } from '../../../platform/database/drizzle.ts';
import {
  filesOfRaster,
  GromaError,
  limit,
  parseEarthEngineAddress,
  parseExistingPath,
  rasterTileUrl,
  readRasterTileUrl,
  type ProjectId,
  type RasterStyle,
  type UserId,
} from '@groma/model';
import type { CheckedMapPost, LayerEntry } from '@groma/protocol';
import type { Platform } from '../../../platform/platform.ts';
import { layers, users } from '../../../platform/database/tables/index.ts';
import { changeLook } from '../edit/change-look.ts';
import { findAnswer } from '../edit/edit-keys.ts';
import { presentMade } from '../record/layer-records.ts';
import type { Sender } from '../record/map-change.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { readMap } from '../record/map-records.ts';
import { addTopLayer } from '../tree/add-top-layer.ts';
import type { RasterLayerPlace } from './switch-source.ts';

type CreatePost = Extract<CheckedMapPost, { type: 'Create_Raster_Layer' }>;
type UpdatePost = Extract<CheckedMapPost, { type: 'Update_Raster_Layer_Data' }>;

/**
 * Makes a raster layer on top of the tree, where it is seen (MAP-092).
 * @throws GromaError BAD_INPUT, FILE_NOT_FOUND.
 */
export async function createRasterLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { text, layer_id: id, raster_data: { titiler_url: address, style } }: CreatePost,
): Promise<LayerEntry[]> {
  const { query: records } = parts.platform.database;
  if (await findAnswer(records, mapId, [id], sender)) return presentMade(records, mapId, id);
  const url = await sourceOf(parts, mapId, address);
  const content = { kind: 'raster' as const, style, source: { url } };
  return addTopLayer(parts, mapId, sender, { id, text, content, file: url });
}

/**
 * Makes a raster layer of a file of the project for a person, wherever they are by then. A layer of that id that is
 * there already, shown or deleted, is left alone.
 */
export async function addRasterLayer(
  parts: MapParts,
  { projectId, mapId, layerId, name }: RasterLayerPlace & { name: string },
  { url, style }: { url: string; style: RasterStyle },
  userId: UserId,
): Promise<void> {
  const { query } = parts.platform.database;
  const [[known], [user]] = await Promise.all([
    query.select({ id: layers.id }).from(layers).where(eq(layers.id, layerId)),
    query.select({ username: users.username }).from(users).where(eq(users.id, userId)),
  ]);
  if (known || !user) return;
  await createRasterLayer(parts, mapId, { userId, username: user.username }, {
    type: 'Create_Raster_Layer',
    text: name,
    layer_id: layerId,
    raster_data: { titiler_url: rasterTileUrl({ projectId, url }, style), style },
  } as CreatePost);
}

/**
 * Changes how a raster layer is drawn, or from what (MAP-093).
 * @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_RASTER, LAYER_LOCKED, BAD_INPUT, FILE_NOT_FOUND.
 */
export async function updateRasterLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { layer_id: layerId, raster_data: { titiler_url: address, style } }: UpdatePost,
): Promise<void> {
  const url = address === undefined ? null : await sourceOf(parts, mapId, address);
  await changeLook(parts, mapId, sender, {
    layerId,
    style,
    source: url === null ? undefined : { url },
    check(row) {
      if (row.kind !== 'raster') throw new GromaError('LAYER_NOT_RASTER', { name: row.name });
    },
  });
}

/** What an address of tiles draws from: only this tile service, this project, and files that are there, one a line. */
async function sourceOf({ platform }: MapParts, mapId: string, address: string): Promise<string> {
  const { row } = await readMap(platform.database.query, mapId);
  const source = readRasterTileUrl(address);
  if (!source || source.projectId !== row.projectId)
    throw new GromaError('BAD_INPUT', { detail: 'titiler_url: this is no address of tiles of this project.' });
  const files = filesOfRaster(source);
  if (files.length === 0 || files.length > limit.joinedFiles)
    throw new GromaError('BAD_INPUT', { detail: `titiler_url: 1 to ${limit.joinedFiles} files can be drawn.` });
  const checked = files.map((url) => checkedSource(platform, row.projectId as ProjectId, url));
  return (await Promise.all(checked)).join('\n');
}

async function checkedSource({ files }: Platform, projectId: ProjectId, url: string): Promise<string> {
  if (parseEarthEngineAddress(url)) return url;
  if (/^https?:\/\//i.test(url)) {
    if (!URL.canParse(url)) throw new GromaError('BAD_INPUT', { detail: `titiler_url: "${url}" is no address.` });
    return url;
  }
  const path = parseExistingPath(url);
  const stored = await files.stat(projectId, path);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  return path;
}
