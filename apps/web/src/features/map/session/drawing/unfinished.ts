import { readStored } from '../../../../platform/stored.ts';

/** Features that were taken into an editing layer and not brought back yet. */
export interface Unfinished {
  layerId: string;
  keys: readonly string[];
  fids: readonly number[];
}

const keyOf = (userId: string, mapId: string) => `groma.editing.${userId}.${mapId}`;

/** Remembers in this browser that features are out of their layer, and holds that as long as this page lives. */
export function keepUnfinished(userId: string, mapId: string, unfinished: Unfinished): () => void {
  const key = keyOf(userId, mapId);
  try {
    localStorage.setItem(key, JSON.stringify(unfinished));
  } catch {
    // The server puts the features back too, once their holder is gone.
  }
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(key, () => held);
  return () => {
    localStorage.removeItem(key);
    release();
  };
}

/** What an earlier page of this browser left unfinished on a map; null while another page is still at it. */
export async function findUnfinished(userId: string, mapId: string): Promise<Unfinished | null> {
  const key = keyOf(userId, mapId);
  const found = readStored(key) as Partial<Unfinished> | undefined;
  if (typeof found?.layerId !== 'string' || !Array.isArray(found.keys) || !Array.isArray(found.fids)) return null;
  const isLeft = navigator.locks
    ? await navigator.locks.request(key, { ifAvailable: true }, (lock) => lock !== null)
    : true;
  return isLeft ? { layerId: found.layerId, keys: found.keys, fids: found.fids } : null;
}

export function forgetUnfinished(userId: string, mapId: string): void {
  localStorage.removeItem(keyOf(userId, mapId));
}
