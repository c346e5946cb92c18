import { baseName, GromaError, parseExistingPath, type DataPath, type ProjectId, type SolidExtent } from '@groma/model';
import type { CheckedMapPost, LayerEntry } from '@groma/protocol';
import { changeLook } from '../edit/change-look.ts';
import { findAnswer } from '../edit/edit-keys.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { presentMade } from '../record/layer-records.ts';
import type { Sender } from '../record/map-change.ts';
import { readMap } from '../record/map-records.ts';
import { addTopLayer } from '../tree/add-top-layer.ts';
import { readSolidExtent } from './read-extent.ts';

type CreatePost = Extract<CheckedMapPost, { type: 'Create_Solid_Layer' }>;
type UpdatePost = Extract<CheckedMapPost, { type: 'Update_Solid_Layer_Data' }>;

/**
 * Makes a 3D layer of tiles or a model of the project, on top of the tree. What lies on the globe stands on the map
 * with its lowest point, unless the post says otherwise.
 * @throws GromaError FILE_NOT_FOUND, FILE_UNREADABLE, BAD_INPUT without a place for what does not say its own
 */
export async function createSolidLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { text, layer_id: id, solid_data: { path: given, style } }: CreatePost,
): Promise<LayerEntry[]> {
  const { query: records } = parts.platform.database;
  if (await findAnswer(records, mapId, [id], sender)) return presentMade(records, mapId, id);
  const { path, extent } = await sourceOf(parts, mapId, given);
  if (extent.kind === 'own' && !style.place)
    throw new GromaError('BAD_INPUT', { detail: `place: "${baseName(path)}" does not say where it lies.` });
  const lift = extent.kind === 'globe' ? -Math.round(extent.low * 100) / 100 : 0;
  const look = { lift, ...style, ...(extent.kind === 'globe' && { place: null }) };
  const content = { kind: 'solid' as const, style: look, source: { path, extent } };
  return addTopLayer(parts, mapId, sender, { id, text, content, file: path });
}

/**
 * Changes how a 3D layer looks or where it stands.
 * @throws GromaError LAYER_NOT_FOUND, LAYER_LOCKED, BAD_INPUT
 */
export async function updateSolidLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { layer_id: layerId, solid_data: { style } }: UpdatePost,
): Promise<void> {
  await changeLook(parts, mapId, sender, {
    layerId,
    style,
    check(row) {
      if (row.kind !== 'solid')
        throw new GromaError('BAD_INPUT', { detail: `layer_id: "${row.name}" is no 3D layer.` });
      const { extent } = row.source as { extent: SolidExtent };
      if (style.place === null && extent.kind === 'own')
        throw new GromaError('BAD_INPUT', { detail: `place: "${row.name}" does not say where it lies.` });
    },
  });
}

async function sourceOf(
  { platform: { database, files } }: MapParts,
  mapId: string,
  given: string,
): Promise<{ path: DataPath; extent: SolidExtent }> {
  const { row } = await readMap(database.query, mapId);
  const path = parseExistingPath(given);
  return { path, extent: await readSolidExtent(files, row.projectId as ProjectId, path) };
}
