import { tool, type LayerOrigin } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, queryClient } from '../../../platform/api.ts';
import type { MapSession } from '../session/map-session.ts';

/** After a change of the map this long passes before its origins are asked for anew: edits come in quick succession. */
const settleMs = 700;
const none: readonly LayerOrigin[] = [];

const keyOf = (mapId: string) => ['layer-origins', mapId] as const;

/** How the layers of an open map were made by tools, kept in step with edits. */
export function useOrigins(session: MapSession): {
  origins: readonly LayerOrigin[];
  error: Error | null;
  isLoading: boolean;
  retry(): void;
} {
  const { mapId, projectId } = session;
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: keyOf(mapId),
    queryFn: async ({ signal }) =>
      (await api.call(tool.listLayerOrigins, { query: { map_id: mapId, project_id: projectId }, signal })).data,
  });
  useEffect(() => follow(session), [session]);
  return {
    origins: data ?? none,
    error,
    isLoading,
    retry: () => {
      void refetch();
    },
  };
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

function watch({ mapId, store }: MapSession): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
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
    clearTimeout(timer);
    timer = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: keyOf(mapId) });
    }, settleMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Another one when layers come, go or are renamed, and with each edit that is saved. */
function signatureOf({ hierarchy, loaded, unsaved }: ReturnType<MapSession['store']['getState']>): string {
  return JSON.stringify([
    Object.values(hierarchy).map(({ id, text }) => [id, text, loaded[id]?.version]),
    unsaved === 0,
  ]);
}

/** Whether a layer was made of something that has changed since. */
export function isStale({ inputs }: LayerOrigin): boolean {
  return inputs.some(({ version, current }) => current !== null && current !== version);
}
