import { useSyncExternalStore } from 'react';
import type { MapSession } from '../session/map-session.ts';
import type { MapTools } from './map-tools.ts';
import type { MapView } from './map-view.ts';

/** What the panel of a map shows, and what the pointer does there. */
export interface MapPicture {
  view: MapView;
  tools: MapTools;
}

/** The same with whom it comes from, as what is lent to commands. */
export interface LentPicture extends MapPicture {
  attribution: string;
}

/** What a part of the panel is given: a button, a bar, a tip. */
export interface PartProps {
  session: MapSession;
  picture: MapPicture;
}

const pictures = new Map<string, LentPicture>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** The map panel lends what it shows to commands; returns how to take it back. */
export function lendPicture(mapId: string, picture: LentPicture): () => void {
  pictures.set(mapId, picture);
  tell();
  return () => {
    if (pictures.get(mapId) === picture) pictures.delete(mapId);
    tell();
  };
}

/** What the panel of a map shows, while it does. */
export function findPicture(mapId: string): LentPicture | null {
  return pictures.get(mapId) ?? null;
}

/** Whether a map is shown by its panel, for what is done with its view. */
export function useIsShown(mapId: string): boolean {
  return useSyncExternalStore(subscribe, () => pictures.has(mapId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
