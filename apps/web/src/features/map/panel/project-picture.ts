import { project } from '@groma/protocol';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';
import { can } from '../../../platform/session.ts';
import type { MapSession } from '../session/map-session.ts';
import type { MapState } from '../session/map-state.ts';
import { inFrame } from '../view/in-frame.ts';
import type { MapView } from '../view/map-view.ts';

/** Time after the last change of a map before a picture of it is taken, in milliseconds. */
const restMs = 8_000;
/** Pixels of the picture of a card. */
const [width, height] = [640, 360];

/** Keeps a picture of a map that is edited here for the card of its project (SHL-137). */
export function useProjectPicture(session: MapSession, view: MapView | null): void {
  useEffect(() => {
    if (!view) return undefined;
    return watchEdits(session.store, () => {
      if (can('update', 'map')) void keepPicture(session.projectId, view).catch(() => undefined);
    });
  }, [session, view]);
}

/** Calls `onRest` once changes that were made here are saved and nothing follows them; returns how to stop. */
export function watchEdits(
  store: { subscribe(listen: (state: MapState) => void): () => void },
  onRest: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isChanged = false;
  const stop = store.subscribe(({ unsaved, isStyleWaiting, isConnected }) => {
    const isSaving = unsaved > 0 || isStyleWaiting;
    if (isSaving) isChanged = true;
    if (timer && isSaving) clearTimeout(timer);
    if (!isChanged || isSaving || !isConnected) return;
    isChanged = false;
    timer = setTimeout(onRest, restMs);
  });
  return () => {
    stop();
    if (timer) clearTimeout(timer);
  };
}

/** Nothing behind another tab: what is not drawn cannot be read. */
async function keepPicture(projectId: string, { map, overlay }: MapView): Promise<void> {
  const source = map.getCanvas();
  if (source.clientWidth === 0 || document.visibilityState === 'hidden') return;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  // The middle of the map, in the proportions of the card.
  const part = Math.min(source.width / width, source.height / height);
  const [across, down] = [width * part, height * part];
  const at = [(source.width - across) / 2, (source.height - down) / 2] as const;
  await inFrame(map, () => {
    context.drawImage(source, ...at, across, down, 0, 0, width, height);
    context.drawImage(overlay.canvas, ...at, across, down, 0, 0, width, height);
  });
  const picture = canvas.toDataURL('image/webp', 0.85).split(',')[1]!;
  await api.call(project.keepProjectPicture, { params: { projectId }, body: { picture } });
}
