import { eq } from '../../platform/database/drizzle.ts';
import { GromaError, type MapLocking } from '@groma/model';
import { map, mapPost, type CheckedMapPost, type LayerEntry } from '@groma/protocol';
import { isAllowed, requirePlan, type ProjectAccess } from '../../platform/access/project-access.ts';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { maps } from '../../platform/database/tables/index.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { User } from '../../platform/session/sessions.ts';
import { changeLook } from './edit/change-look.ts';
import { editLayers, undoEdits } from './edit/edit-layers.ts';
import { restoreLayer } from './history/restore-layer.ts';
import { readLayerRow, requireVector } from './record/layer-records.ts';
import { publishMapChange, type Sender } from './record/map-change.ts';
import type { MapParts } from './edit/map-parts.ts';
import { createPhotoLayer, updatePhotoLayer } from './photo/photo-layers.ts';
import { createRasterLayer, updateRasterLayer } from './raster/raster-layers.ts';
import { createSolidLayer, updateSolidLayer } from './solid/solid-layers.ts';
import { recoverLayers } from './tree/deleted-layers.ts';
import { createVectorLayers, deleteLayers, updateHierarchy } from './tree/change-tree.ts';

const knownTypes = new Set<string>(mapPost.options.map((option) => option.shape.type.value));

/** POST /parties/map/{mapId}: changes of a map, by those who may update it. */
export function postRoute(parts: MapParts): Route {
  return route(map.postToMapRoom, async ({ params: { mapId }, body, user, projectAccess }) =>
    answerPost(parts, mapId, { user, projectAccess }, body),
  );
}

/** Makes a change of a map, by whichever way it came. @throws GromaError. */
export async function answerPost(
  parts: MapParts,
  mapId: string,
  { user, projectAccess, assistant }: { user: User; projectAccess: ProjectAccess; assistant?: string },
  body: { type: string },
): Promise<Record<string, unknown>> {
  const post = readPost(body);
  if (post.type === 'Request_Layer_Editor') return parts.locks.editors(mapId);
  if (!isAllowed(projectAccess, 'update', 'map'))
    throw new GromaError('FORBIDDEN', { action: 'update', subject: 'map' });
  requirePlan(projectAccess, 'update');
  const key = 'key' in post ? post.key : undefined;
  // What was kept through an outage is its author's, whoever has signed in in that browser since.
  if (key !== undefined && (post.sender_id ?? user.id) !== user.id)
    throw new GromaError('FORBIDDEN', { action: 'update', subject: 'map' });
  return answer(
    parts,
    mapId,
    { userId: user.id, username: user.username, requestId: post.request_id, key, assistant },
    post,
  );
}

function readPost(body: { type: string }): CheckedMapPost {
  if (!knownTypes.has(body.type)) throw new GromaError('UNKNOWN_MESSAGE', { type: body.type.slice(0, 64) });
  const read = mapPost.safeParse(body);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new GromaError('BAD_INPUT', { detail: `${issue?.path.join('.') || body.type}: ${issue?.message}` });
}

async function answer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  post: Exclude<CheckedMapPost, { type: 'Request_Layer_Editor' }>,
): Promise<Record<string, unknown>> {
  const done = { status: 'ok' };
  switch (post.type) {
    case 'Delete_Layers': {
      await deleteLayers(parts, mapId, sender, post.layer_ids);
      return done;
    }
    case 'Recover_Layers':
      return { ...done, ...sorted(await recoverLayers(parts, mapId, sender, post.layer_ids)) };
    case 'Update_Layer_Info': {
      await updateHierarchy(parts, mapId, sender, post.hierarchy_info);
      return done;
    }
    case 'Create_Vector_Layer': {
      const { entries, edited } = await createVectorLayers(parts, mapId, sender, post);
      return { ...done, ...sorted(entries), layers: edited };
    }
    case 'Update_Vector_Layer_Data':
      return { ...done, layers: await editLayers(parts, mapId, sender, post.vector_update) };
    case 'Undo_Vector_Layer_Data':
      return { ...done, layers: await undoEdits(parts, mapId, sender, post.layer_id, post) };
    case 'Restore_Vector_Layer':
      return { ...done, layers: await restoreLayer(parts, mapId, sender, post.layer_id, post.moment) };
    case 'Update_Vector_Layer_Style': {
      await changeLook(parts, mapId, sender, {
        layerId: post.layer_id,
        style: post.vector_style,
        check: requireVector,
      });
      return done;
    }
    case 'Create_Raster_Layer':
      return { ...done, Layer: await createRasterLayer(parts, mapId, sender, post) };
    case 'Update_Raster_Layer_Data': {
      await updateRasterLayer(parts, mapId, sender, post);
      return done;
    }
    case 'Create_Jpg_Layer':
      return { ...done, Layer: await createPhotoLayer(parts, mapId, sender, post) };
    case 'Update_Jpg_Layer_Data': {
      await updatePhotoLayer(parts, mapId, sender, post);
      return done;
    }
    case 'Create_Solid_Layer':
      return { ...done, Layer: await createSolidLayer(parts, mapId, sender, post) };
    case 'Update_Solid_Layer_Data': {
      await updateSolidLayer(parts, mapId, sender, post);
      return done;
    }
    case 'Update_Base_Map': {
      await updateMap(parts, mapId, sender, 'base-map', { baseMap: post.base_map_type });
      return done;
    }
    case 'Update_Map_Locking': {
      await updateLocking(parts, mapId, sender, post.locking);
      return done;
    }
    case 'Save_View_State': {
      await updateMap(parts, mapId, sender, 'view-state', { viewState: post.view_state });
      return done;
    }
  }
}

function sorted(entries: readonly LayerEntry[]): { Group: LayerEntry[]; Layer: LayerEntry[] } {
  return {
    Group: entries.filter(({ type }) => type === 'Group'),
    Layer: entries.filter(({ type }) => type === 'Layer'),
  };
}

/** How a map is locked, in the records and for those who are at work in it. @throws GromaError LAYER_SHARED. */
async function updateLocking(parts: MapParts, mapId: string, sender: Sender, locking: MapLocking): Promise<void> {
  await parts.queue.run(mapId, async () => {
    const crowded = parts.locks.setShared(mapId, locking === 'feature');
    if (crowded !== null)
      throw new GromaError('LAYER_SHARED', {
        name: (await readLayerRow(parts.platform.database.query, mapId, crowded)).name,
      });
    await updateMap(parts, mapId, sender, 'locking', { locking });
  });
}

async function updateMap(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  kind: 'base-map' | 'locking' | 'view-state',
  change: Partial<typeof maps.$inferInsert>,
): Promise<void> {
  await parts.platform.database.query
    .update(maps)
    .set({ ...change, updatedAt: recordsNow })
    .where(eq(maps.id, mapId));
  await publishMapChange(parts.platform, { mapId, kind, senderId: sender.userId, requestId: sender.requestId });
}
