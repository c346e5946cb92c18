import type { Bbox } from '@groma/geo';
import {
  defaultBaseMap,
  defaultViewState,
  photoBox,
  solidBox,
  type BaseMapType,
  type Hierarchy,
  type MapLocking,
  type RasterStyle,
  type VectorStyle,
  type ViewState,
} from '@groma/model';
import type {
  JpgLayerData,
  LayerEditors,
  LayerEntry,
  MapPerson,
  SolidLayerData,
  VectorLayerData,
} from '@groma/protocol';
import type { RasterFailure } from './raster-failures.ts';
import type { BatchClasses, Classing } from '../layer/classing.ts';
import type { DrawBatch } from '../layer/draw-batch.ts';
import type { LayerColumn } from '../layer/layer-joins.ts';

/** A picture over the map that is no layer, and where it lies: west, south, east and north in degrees. */
export interface PreviewPicture {
  url: string;
  bounds: readonly [number, number, number, number];
}

/** How far the reading of a layer's features has come. */
type LayerLoad = { status: 'loading'; percent: number } | { status: 'ready' } | { status: 'failed'; failure: string };

/** What is in the worker of one layer that the page has asked for. */
export interface LoadedLayer {
  load: LayerLoad;
  batches: readonly DrawBatch[];
  /** What the features of each batch are, by its id, as `classedBy` puts them into classes. */
  classes: Readonly<Record<string, BatchClasses>>;
  classedBy: Classing | null;
  /** Whether those that the filter leaves out have a class of their own in `classes`. */
  isFiltered: boolean;
  count: number;
  /** Features that the filter of the layer keeps. */
  shown: number;
  /** Its own, then those that come of other layers. */
  columns: readonly LayerColumn[];
  /** Grows with each edit. */
  version: number;
}

/** A layer that is drawn by the tile service. */
export interface RasterLayer {
  titiler_url: string;
  style: RasterStyle;
  source: { url: string };
}

/** One open map as every part of the screen sees it. */
export interface MapState {
  status: 'loading' | 'ready' | 'failed' | 'gone';
  failure: string | null;
  /** It is still to be opened, and nothing has answered yet (MAP-139). */
  isUnanswered: boolean;
  isConnected: boolean;
  /** Since when the connection is gone, in milliseconds since 1970; null while it is there or was never. */
  lostAt: number | null;
  /** Changes that wait until the server is back, and whether this browser has taken them into its storage. */
  waiting: number;
  isKept: boolean;
  name: string;
  hierarchy: Hierarchy;
  /** Layers of features. */
  data: Readonly<Record<string, VectorLayerData>>;
  /** Aerial photos. */
  photos: Readonly<Record<string, JpgLayerData>>;
  /** Tiles and models that stand in space. */
  solids: Readonly<Record<string, SolidLayerData>>;
  styles: Readonly<Record<string, VectorStyle>>;
  /** Layers that are images; `data` and `styles` are those of features. */
  rasters: Readonly<Record<string, RasterLayer>>;
  /** Why the tiles of a raster could not be had, by layer. */
  rasterFailures: Readonly<Record<string, RasterFailure>>;
  baseMap: BaseMapType;
  viewState: ViewState;
  editors: LayerEditors;
  /** Whether a selected layer, or only what is being edited, is kept from others (MAP-122). */
  locking: MapLocking;
  people: readonly MapPerson[];
  loaded: Readonly<Record<string, LoadedLayer>>;
  /** What is among the loaded layers and is none: a result that can be looked at before it is kept. */
  previewId: string | null;
  /** Of an image: its picture. */
  previewPicture: PreviewPicture | null;
  /** Selected feature ids by layer: one for the map and the tables (VEC-020). */
  selection: Readonly<Record<string, ReadonlySet<number>>>;
  /** The layer this person has selected in the tree, which is locked for others (MAP-065). */
  boundLayerId: string | null;
  /** Changes that the server has not acknowledged yet. */
  unsaved: number;
  /** A change of style waits to be sent (MAP-098). */
  isStyleWaiting: boolean;
  /** Grows when charts are made or removed. */
  chartsVersion: number;
  canUndo: boolean;
  canRedo: boolean;
}

export const firstMapState: MapState = {
  status: 'loading',
  failure: null,
  isUnanswered: false,
  isConnected: false,
  lostAt: null,
  waiting: 0,
  isKept: true,
  name: '',
  hierarchy: {},
  data: {},
  photos: {},
  solids: {},
  styles: {},
  rasters: {},
  rasterFailures: {},
  baseMap: defaultBaseMap,
  viewState: defaultViewState,
  editors: {},
  locking: 'layer',
  people: [],
  loaded: {},
  previewId: null,
  previewPicture: null,
  selection: {},
  boundLayerId: null,
  unsaved: 0,
  chartsVersion: 0,
  isStyleWaiting: false,
  canUndo: false,
  canRedo: false,
};

export const nothingSelected: ReadonlySet<number> = new Set();

/** Features that a layer shows, as known: counted by the worker once it is read. */
export function featureCount(state: MapState, layerId: string): number {
  const loaded = state.loaded[layerId];
  return loaded && loaded.load.status === 'ready' ? loaded.shown : (state.data[layerId]?.manifest.featureCount ?? 0);
}

/** Where a layer lies, in degrees; null where that is not known. */
export function layerBox(
  { data, rasters, photos, solids }: Pick<MapState, 'data' | 'rasters' | 'photos' | 'solids'>,
  layerId: string,
): Bbox | null {
  const photo = photos[layerId];
  if (photo) return photoBox(photo.style);
  const solid = solids[layerId];
  if (solid) return solidBox(solid.source.extent, solid.style);
  const bounds = rasters[layerId]?.style.bounds;
  return data[layerId]?.manifest.bbox ?? (bounds ? [...bounds] : null);
}

/** The layers of a map by what they are. */
export function separate(
  entries: readonly LayerEntry[],
): Pick<MapState, 'hierarchy' | 'data' | 'rasters' | 'photos' | 'solids'> {
  return {
    hierarchy: Object.fromEntries(entries.map(({ data: _data, ...entry }) => [entry.id, entry])),
    data: Object.fromEntries(entries.flatMap(({ id, data }) => (data?.kind === 'vector' ? [[id, data]] : []))),
    rasters: Object.fromEntries(
      entries.flatMap(({ id, data }) => (data?.kind === 'raster' ? [[id, data as RasterLayer]] : [])),
    ),
    photos: Object.fromEntries(entries.flatMap(({ id, data }) => (data?.kind === 'jpg' ? [[id, data]] : []))),
    solids: Object.fromEntries(entries.flatMap(({ id, data }) => (data?.kind === 'solid' ? [[id, data]] : []))),
  };
}
