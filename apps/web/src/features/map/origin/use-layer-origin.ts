import { layerReference } from '@groma/model';
import type { OriginReply } from '@groma/protocol';
import { useEffect } from 'react';
import { askSoon, useOrigins } from '../../../registry/origin/use-origin.ts';
import type { MapSession } from '../session/map-session.ts';

/** How a layer of an open map was made, kept in step with edits. */
export function useLayerOrigin(session: MapSession, layerId: string): OriginReply | undefined {
  const { mapId, projectId } = session;
  const origins = useOrigins(projectId, { map_id: mapId });
  useEffect(() => follow(session), [session]);
  const own = layerReference({ mapId, layerId });
  return origins.find(({ thing }) => thing === own);
}

const followers = new Map<string, { users: number; stop(): void }>();

/** However many rows of a tree show a map's origins, its changes are followed once. */
function follow(session: MapSession): () => void {
  const { mapId } = session;
  const one = followers.get(mapId) ?? { users: 0, stop: watch(session) };
  followers.set(mapId, one);
  one.users += 1;
  return () => {
    one.users -= 1;
    if (one.users > 0) return;
    followers.delete(mapId);
    one.stop();
  };
}

function watch({ projectId, store }: MapSession): () => void {
  let seen = signatureOf(store.getState());
  const stop = store.subscribe((state, before) => {
    // The store changes with each selection and each person who moves, which is no matter of the layers.
    const isSame =
      state.hierarchy === before.hierarchy &&
      state.loaded === before.loaded &&
      (state.unsaved === 0) === (before.unsaved === 0);
    if (isSame) return;
    const now = signatureOf(state);
    if (now === seen) return;
    seen = now;
    askSoon(projectId);
  });
  return stop;
}

/** Another one when layers come, go or are renamed, and with each edit that is saved. */
function signatureOf({ hierarchy, loaded, unsaved }: ReturnType<MapSession['store']['getState']>): string {
  return JSON.stringify([
    Object.values(hierarchy).map(({ id, text }) => [id, text, loaded[id]?.version]),
    unsaved === 0,
  ]);
}
