import { descendantsOf, rootParent } from '@groma/model';
import { createStore, type StoreApi } from 'zustand';
import { drawnLayers } from './drawn-layers.ts';
import type { MapState } from './map-state.ts';

/** What this person alone sees of the images of a map: it is shared with nobody, and nothing of it is kept. */
export interface RasterSight {
  /** Layers of which only those below are seen, whatever the tree says. */
  readonly axis: readonly string[];
  readonly shown: readonly string[];
  /** Loaded and not seen: what comes next. */
  readonly ahead: readonly string[];
  /** Layers on either side of a bar. */
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** Where the bar stands, 0 to 1 from the left. */
  readonly at: number;
}

type Sight = { readonly sight: RasterSight | null };

const sights = new Map<string, StoreApi<Sight>>();

/** What is seen of the images of a map. */
export function rasterSight(mapId: string): StoreApi<Sight> {
  const known = sights.get(mapId) ?? createStore<Sight>(() => ({ sight: null }));
  sights.set(mapId, known);
  return known;
}

/** How an image is drawn: as it is, without being seen, or on one side of the bar. */
export type RasterPart = 'whole' | 'hidden' | 'ahead' | 'left' | 'right';

/** How an image of the style is drawn. */
export function partOf(sight: RasterSight | null, layerId: string): RasterPart {
  if (!sight) return 'whole';
  if (sight.left.includes(layerId)) return 'left';
  if (sight.right.includes(layerId)) return 'right';
  if (sight.shown.includes(layerId) || !sight.axis.includes(layerId)) return 'whole';
  return sight.ahead.includes(layerId) ? 'ahead' : 'hidden';
}

/** The images in the style of the map, the topmost first: those of `order`, and what is seen beyond the tree. */
export function rastersInSight(
  { hierarchy, rasters }: Pick<MapState, 'hierarchy' | 'rasters'>,
  order: readonly string[],
  sight: RasterSight | null,
): string[] {
  if (!sight) return order.filter((id) => rasters[id]);
  const more = [...sight.shown, ...sight.ahead, ...sight.left, ...sight.right];
  return descendantsOf(hierarchy, rootParent)
    .map(({ id }) => id)
    .filter((id) => rasters[id] && (order.includes(id) || more.includes(id)));
}

/** The images that can be seen at a place that lies so far from the left, 0 to 1, the topmost first. */
export function seenRasters(
  mapId: string,
  state: MapState,
  { zoom, across }: { zoom: number; across: number },
): string[] {
  const { sight } = rasterSight(mapId).getState();
  return rastersInSight(state, drawnLayers(state, zoom), sight).filter((id) => {
    const part = partOf(sight, id);
    return part === 'whole' || (part === 'left' && across < sight!.at) || (part === 'right' && across >= sight!.at);
  });
}
