import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { sessionStore, useProject } from '../../../platform/session.ts';
import { MapSession } from './map-session.ts';
import type { MapState } from './map-state.ts';

interface Held {
  session: MapSession;
  users: number;
  closing: ReturnType<typeof setTimeout> | null;
}

/** A map outlives a moment without anybody who shows it. */
const lingerMs = 2_000;
const held = new Map<string, Held>();

function hold(mapId: string, projectId: string): Held {
  const found = held.get(mapId);
  if (found) return found;
  const { user } = sessionStore.getState();
  if (!user) throw new Error('A map needs a signed-in person.');
  const opened: Held = { session: new MapSession(mapId, projectId, user), users: 0, closing: null };
  held.set(mapId, opened);
  opened.session.store.subscribe(({ boundLayerId }, before) => {
    if (boundLayerId !== null && boundLayerId !== before.boundLayerId) letOthersGo(mapId);
  });
  closeLater(mapId, opened);
  return opened;
}

/** A person holds layers of one map at a time; features that are being edited elsewhere stay with them (MAP-123). */
function letOthersGo(mapId: string): void {
  for (const [id, { session }] of held) if (id !== mapId && !session.drawing.state.editing) session.bind(null);
}

function closeLater(mapId: string, one: Held): void {
  one.closing = setTimeout(() => {
    held.delete(mapId);
    one.session.close();
  }, lingerMs);
}

function take(mapId: string, projectId: string): () => void {
  const one = hold(mapId, projectId);
  if (one.closing) clearTimeout(one.closing);
  one.closing = null;
  one.users += 1;
  return () => {
    one.users -= 1;
    if (one.users === 0) closeLater(mapId, one);
  };
}

/** An open map, shared by all who show it. */
export function useMapSession(mapId: string): MapSession {
  const { id: projectId } = useProject();
  useEffect(() => take(mapId, projectId), [mapId, projectId]);
  return useMemo(() => hold(mapId, projectId).session, [mapId, projectId]);
}

/** The same, asked once, while somebody shows it. */
export function findMapSession(mapId: string): MapSession | null {
  return held.get(mapId)?.session ?? null;
}

/**
 * The same once it has been read, also where nobody shows it yet, as right after a map was made. Null where it cannot
 * be read.
 */
export async function readMapSession(mapId: string, projectId: string): Promise<MapSession | null> {
  const giveBack = take(mapId, projectId);
  const { session } = hold(mapId, projectId);
  try {
    await new Promise<void>((resolve) => {
      const settle = ({ status }: MapState) => {
        if (status === 'loading') return;
        stop();
        resolve();
      };
      const stop = session.store.subscribe(settle);
      settle(session.state);
    });
    return session.state.status === 'ready' ? session : null;
  } finally {
    giveBack();
  }
}

/** The states of several maps at once, for the tree that lists them. */
export function useMapSessions(mapIds: readonly string[]): ReadonlyMap<string, MapSession> {
  const { id: projectId } = useProject();
  const key = mapIds.join(' ');
  const sessions = useMemo(
    () =>
      new Map(
        key
          .split(' ')
          .filter(Boolean)
          .map((id) => [id, hold(id, projectId).session]),
      ),
    [key, projectId],
  );
  useEffect(() => {
    const giveBacks = [...sessions.keys()].map((id) => take(id, projectId));
    return () => {
      for (const giveBack of giveBacks) giveBack();
    };
  }, [sessions, projectId]);
  const joined = useMemo(() => joinStores([...sessions.values()]), [sessions]);
  useSyncExternalStore(joined.subscribe, joined.version);
  return sessions;
}

/** One store of many: its value counts the changes of all. */
function joinStores(sessions: readonly MapSession[]): {
  subscribe(listener: () => void): () => void;
  version(): number;
} {
  let count = 0;
  return {
    subscribe(listener) {
      const tell = () => {
        count += 1;
        listener();
      };
      const stops = sessions.flatMap(({ store, drawing }) => [
        store.subscribe(tell),
        // Not for each move of the pointer: only when the editing layer is another one, or holds more or less.
        drawing.store.subscribe(({ editing }, before) => {
          if (editing?.id !== before.editing?.id || editing?.features.length !== before.editing?.features.length)
            tell();
        }),
      ]);
      return () => {
        for (const stop of stops) stop();
      };
    },
    version: () => count,
  };
}
