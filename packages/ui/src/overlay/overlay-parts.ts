import { useEffect, useSyncExternalStore } from 'react';
import type * as overlays from './overlays.tsx';

type OverlayParts = typeof overlays;

let parts: OverlayParts | null = null;
let arriving: Promise<OverlayParts> | null = null;
const listeners = new Set<() => void>();

/**
 * Brings what floats (menus, tooltips, toasts, questions). The first screen is drawn and used without it; a failed try
 * may be made again.
 */
export async function loadOverlays(): Promise<OverlayParts> {
  arriving ??= import('./overlays.tsx').catch((error: unknown) => {
    arriving = null;
    throw error;
  });
  parts = await arriving;
  for (const listener of listeners) listener();
  return parts;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The parts once they are here; asking with `isWanted` brings them. */
export function useOverlays(isWanted: boolean): OverlayParts | null {
  const found = useSyncExternalStore(subscribe, () => parts);
  useEffect(() => {
    if (isWanted && !found) loadOverlays().catch(() => undefined);
  }, [isWanted, found]);
  return found;
}
