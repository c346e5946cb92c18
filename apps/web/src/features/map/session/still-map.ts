import type { Bbox } from '@groma/geo';
import { completeVectorStyle, setVisible, type LayerFilter } from '@groma/model';
import type { MapStateReply } from '@groma/protocol';
import { createStore } from 'zustand';
import { rowLookOf } from '../layer/classing.ts';
import type { LayerQuestions, Question } from '../layer/layer-messages.ts';
import { onlyVisible } from './drawn-layers.ts';
import { joinBoxes } from './join-boxes.ts';
import { joinedLayers } from './joined-layers.ts';
import { firstMapState, separate, type MapState } from './map-state.ts';
import { watchRasterTiles, withRasterFailure, type RasterFailure } from './raster-failures.ts';
import type { OwnSightMap } from './read-map.ts';
import { StillLayers } from './still-layers.ts';

/** A map that is only read: what it shows can be switched by its reader and is changed by nobody. */
export class StillMap implements OwnSightMap {
  readonly mapId: string;
  readonly projectId: string;
  readonly store = createStore<MapState>(() => firstMapState);
  readonly rasters = { tell: (layerId: string, failure: RasterFailure | null) => this.#tell(layerId, failure) };
  readonly #layers: StillLayers;
  readonly #stopWatchingTiles: () => void;

  /** @param sight what will be seen of it first, in degrees; null for all */
  constructor(place: { mapId: string; projectId: string }, state: MapStateReply, sight: Bbox | null) {
    [this.mapId, this.projectId] = [place.mapId, place.projectId];
    this.#layers = new StillLayers(place, {
      read: () => this.state.loaded,
      write: (loaded) => this.store.setState({ loaded }),
      rowLook: (layerId) => rowLookOf(this.state.styles[layerId]),
      isWhole: (layerId) => completeVectorStyle(this.state.styles[layerId] ?? {}).pointDrawing.kind !== 'points',
    });
    this.store.setState({
      status: 'ready',
      isConnected: true,
      name: state.name,
      baseMap: state.base_map_type,
      viewState: state.view_state,
      styles: state.vector_style as MapState['styles'],
      ...separate(state.layers),
    });
    this.#stopWatchingTiles = watchRasterTiles(place.mapId, (layerId, failure) => this.#tell(layerId, failure));
    // Nothing is read yet: it says what will be seen.
    void this.look(sight);
  }

  get state(): MapState {
    return this.store.getState();
  }

  /** Layers are read from the beginning on. */
  view(): () => void {
    this.#loadVisible();
    return () => undefined;
  }

  /** Has what is seen from now on read; null for all. @throws Error where it cannot be, which its layer says too. */
  look(sight: Bbox | null): Promise<void> {
    const looking = this.#layers.look(sight);
    this.#loadVisible();
    return looking;
  }

  /** Switches layers, and what is in groups, on or off for this reader. */
  show(ids: readonly string[], isVisible: boolean): void {
    this.store.setState({ hierarchy: setVisible(this.state.hierarchy, ids, isVisible) });
    this.#loadVisible();
  }

  /** Switches these layers on for this reader, and all others off. */
  showOnly(layerIds: readonly string[]): void {
    this.store.setState({ hierarchy: onlyVisible(this.state.hierarchy, new Set(layerIds)) });
    this.#loadVisible();
  }

  /** Shows of a layer what fulfils all conditions, for this reader. */
  filter(layerId: string, filter: LayerFilter): void {
    const { styles } = this.state;
    if (!styles[layerId]) return;
    this.store.setState({ styles: { ...styles, [layerId]: { ...completeVectorStyle(styles[layerId]), filter } } });
    this.#layers.restyle(layerId);
  }

  /** Has all of a layer read. @throws Error where it cannot be. */
  async readWhole(layerId: string): Promise<void> {
    if (this.state.loaded[layerId]?.load.status === 'failed') this.retry(layerId);
    else this.loadLayer(layerId);
    await this.#layers.whole(layerId);
  }

  /** Begins to read a layer, whether it is on or off. */
  loadLayer(layerId: string): void {
    const data = this.state.data[layerId];
    if (data) this.#layers.load(layerId, data);
    for (const other of joinedLayers(this.state)) {
      const theirs = this.state.data[other];
      if (theirs) this.#layers.loadWhole(other, theirs);
    }
  }

  /** Reads a layer anew after a failure. */
  retry(layerId: string): void {
    const data = this.state.data[layerId];
    this.#tell(layerId, null);
    if (data) this.#layers.reload(layerId, data);
  }

  ask<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer']> {
    this.loadLayer(layerId);
    return this.#layers.question(layerId, question, ask);
  }

  askNow<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer'] | null> {
    return this.#layers.questionNow(layerId, question, ask);
  }

  async boundsOf(fidsByLayer: Readonly<Record<string, Iterable<number>>>): Promise<Bbox | null> {
    const boxes = await Promise.all(
      Object.entries(fidsByLayer).map(([layerId, fids]) =>
        this.ask(layerId, 'bounds', { fids: Int32Array.from(fids) }),
      ),
    );
    return joinBoxes(boxes);
  }

  close(): void {
    this.#stopWatchingTiles();
    this.#layers.close();
  }

  #loadVisible(): void {
    for (const { id, type, visible } of Object.values(this.state.hierarchy))
      if (type === 'Layer' && visible) this.loadLayer(id);
  }

  #tell(layerId: string, failure: RasterFailure | null): void {
    this.store.setState(({ rasterFailures }) => ({
      rasterFailures: withRasterFailure(rasterFailures, layerId, failure),
    }));
  }
}
