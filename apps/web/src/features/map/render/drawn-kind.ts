import type { Layer } from '@deck.gl/core';
import type { Map as LibreMap } from 'maplibre-gl';
import type { ReadMap } from '../session/read-map.ts';
import type { MapState } from '../session/map-state.ts';

/** What of a map's state says how its layers are drawn. */
export type DrawnState = Pick<
  MapState,
  | 'hierarchy'
  | 'loaded'
  | 'previewId'
  | 'previewPicture'
  | 'styles'
  | 'selection'
  | 'data'
  | 'rasters'
  | 'rasterFailures'
  | 'photos'
  | 'solids'
>;

/** What of a map's state says of which kind a layer is. */
export type KindState = Pick<MapState, 'rasters' | 'photos' | 'solids'>;

/** The map that a layer is drawn on, and the layer of its style right below which that lies. */
export interface DrawnPlace {
  mapId: string;
  projectId: string;
  zoom: number;
  beforeId: string | undefined;
}

/** Layers of a map that MapLibre draws. */
export interface StyleLayers {
  /** Draws those of `order` that are of the kind, the topmost first, below `beforeId`. */
  draw(state: DrawnState, order: readonly string[], beforeId: string | undefined): void;
  /** A new style has nothing of this one's. */
  forget(): void;
}

/** Layers of a map that deck.gl draws as the camera stands, and of which more is read as it moves. */
export interface DeckDrawing {
  layers(state: DrawnState, layerId: string, place: DrawnPlace): Layer[];
  /** Lets go of what is not among the layers that are drawn. */
  keep(layerIds: ReadonlySet<string>): void;
  close(): void;
}

/** How layers of a kind get into the picture that are no features: by deck.gl, or by the style of MapLibre. */
export interface DrawnKind {
  has(state: KindState, layerId: string): boolean;
  deckLayers?(state: DrawnState, layerId: string, place: DrawnPlace): Layer[];
  styleLayers?(map: LibreMap, mapId: string): StyleLayers;
  /** `onChange` is told when there is something else to draw. */
  deckDrawing?(map: LibreMap, session: ReadMap, onChange: () => void): DeckDrawing;
  /** The layer of the style that draws it, for what lies below; null where nothing is drawn. */
  styleLayerId?(state: DrawnState, layerId: string): string | null;
  /** A text that is another where the layer is drawn otherwise at another zoom. */
  zoomKey?(state: KindState, layerId: string, zoom: number): string;
  /** Whether a place lies in what is drawn. */
  covers?(state: MapState, layerId: string, place: { lng: number; lat: number }): boolean;
}
