import { createStore, type StoreApi } from 'zustand';
import { onlyVisible } from './drawn-layers.ts';
import type { MapState } from './map-state.ts';
import type { OwnSightMap, ReadMap } from './read-map.ts';

/**
 * An open map of a workspace with layers on and off for one who looks alone: features, styles and edits are those of
 * everybody, and nobody's switches change.
 */
export class OwnSight implements OwnSightMap {
  readonly mapId: string;
  readonly projectId: string;
  readonly rasters: ReadMap['rasters'];
  readonly store: StoreApi<MapState>;
  readonly #map: ReadMap;
  #shown: ReadonlySet<string> | null = null;

  constructor(map: ReadMap) {
    [this.#map, this.mapId, this.projectId, this.rasters] = [map, map.mapId, map.projectId, map.rasters];
    this.store = createStore<MapState>(() => map.state);
  }

  /** Stays in step with the map until the function that it returns is called. */
  follow(): () => void {
    this.store.setState(this.#seen(this.#map.state));
    return this.#map.store.subscribe((state, before) => {
      const isSameTree = state.hierarchy === before.hierarchy;
      // The tree is the same object for as long as it says the same.
      this.store.setState(isSameTree ? { ...state, hierarchy: this.state.hierarchy } : this.#seen(state));
      if (!isSameTree) this.#load();
    });
  }

  get state(): MapState {
    return this.store.getState();
  }

  view(): () => void {
    this.#load();
    return this.#map.view();
  }

  showOnly(layerIds: readonly string[]): void {
    this.#shown = new Set(layerIds);
    this.store.setState(this.#seen(this.#map.state));
    this.#load();
  }

  ask: ReadMap['ask'] = (layerId, question, ask) => this.#map.ask(layerId, question, ask);
  askNow: ReadMap['askNow'] = (layerId, question, ask) => this.#map.askNow(layerId, question, ask);
  boundsOf: ReadMap['boundsOf'] = (fidsByLayer) => this.#map.boundsOf(fidsByLayer);

  #seen(state: MapState): MapState {
    return this.#shown ? { ...state, hierarchy: onlyVisible(state.hierarchy, this.#shown) } : state;
  }

  /** Asking about a layer has it read, also where it is off for the others. */
  #load(): void {
    for (const id of this.#shown ?? [])
      if (this.#map.state.data[id]) this.#map.ask(id, 'ungrouped', {}).catch(() => undefined);
  }
}
