import type { Bbox } from '@groma/geo';
import type { StoreApi } from 'zustand';
import type { LayerQuestions, Question } from '../layer/layer-messages.ts';
import type { MapState } from './map-state.ts';
import type { RasterFailure } from './raster-failures.ts';

/** What an open map gives to whoever shows it and changes nothing: one of a workspace, or one that was published. */
export interface ReadMap {
  readonly mapId: string;
  readonly projectId: string;
  readonly store: Pick<StoreApi<MapState>, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly state: MapState;
  readonly rasters: {
    /** Says why the tiles of a layer do not come; null when they do. */
    tell(layerId: string, failure: RasterFailure | null): void;
  };
  /** Has what is visible read while somebody looks; returns how to stop looking. */
  view(): () => void;
  /** Asks about a layer once it is read. */
  ask<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer']>;
  /** The same without waiting: null for a layer that is not read yet. */
  askNow<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer'] | null>;
  /** The box of features of several layers together; null where there is none. */
  boundsOf(fidsByLayer: Readonly<Record<string, Iterable<number>>>): Promise<Bbox | null>;
}

/** A map of which each who looks has layers on and off for themselves. */
export interface OwnSightMap extends ReadMap {
  /** Switches these layers on, and all others off. */
  showOnly(layerIds: readonly string[]): void;
}
