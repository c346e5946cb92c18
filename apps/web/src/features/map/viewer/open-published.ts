import { setVisible } from '@groma/model';
import type { MapStateReply } from '@groma/protocol';
import { StillMap } from '../session/still-map.ts';
import { isDefault } from '../view/use-map-view.ts';
import { firstSight } from './first-sight.ts';
import type { PublishedPlace } from './read-publication.ts';
import type { SharedAddress } from './view-address.ts';

/** A published map that is open, and how it was published. */
export interface OpenPublished {
  map: StillMap;
  /** Layers that are on as published. */
  published: ReadonlySet<string>;
}

/** Opens a map as an address says, and has what will be seen of it read. */
export function openPublished(
  place: PublishedPlace,
  state: MapStateReply,
  { view, on, off }: SharedAddress,
  { width, height }: { width: number; height: number },
): OpenPublished {
  const published = new Set(
    state.layers.filter(({ type, visible }) => type === 'Layer' && visible).map(({ id }) => id),
  );
  const entries = Object.fromEntries(state.layers.map((entry) => [entry.id, entry]));
  const switched = setVisible(setVisible(entries, on, true), off, false);
  const first = view ?? (isDefault(state.view_state) ? null : state.view_state);
  const map = new StillMap(
    place,
    { ...state, layers: Object.values(switched) },
    first && firstSight(first, width, height),
  );
  return { map, published };
}

/** What is switched otherwise than as published. */
export function switchedLayers({ map, published }: OpenPublished): { on: string[]; off: string[] } {
  const layers = Object.values(map.state.hierarchy).filter(({ type }) => type === 'Layer');
  return {
    on: layers.filter(({ id, visible }) => visible && !published.has(id)).map(({ id }) => id),
    off: layers.filter(({ id, visible }) => !visible && published.has(id)).map(({ id }) => id),
  };
}

/** Switches layers as an address says; those that it does not name are as published. */
export function switchLayers({ map, published }: OpenPublished, { on, off }: Pick<SharedAddress, 'on' | 'off'>): void {
  for (const { id, type, visible } of Object.values(map.state.hierarchy)) {
    const isWanted = published.has(id) ? !off.includes(id) : on.includes(id);
    if (type === 'Layer' && visible !== isWanted) map.show([id], isWanted);
  }
}
