import type { Layer } from '@deck.gl/core';
import { descendantsOf, rootParent, styleZoomRange } from '@groma/model';
import { hiddenClasses } from '../layer/classing.ts';
import { rasterLayerId } from '../raster/raster-layers.ts';
import { nothingSelected, type MapState } from '../session/map-state.ts';
import { photoLayers, photoSize } from '../photo/photo-layers.ts';
import { batchLayers } from './batch-layers.ts';
import type { UnitStore } from './unit-store.ts';

type Drawn = Pick<
  MapState,
  'hierarchy' | 'loaded' | 'styles' | 'selection' | 'data' | 'rasters' | 'rasterFailures' | 'photos'
>;

/** Positions of a layer above which its outlines are hairlines. */
const mostWidePositions = 150_000;

function isVast(data: MapState['data'][string] | undefined): boolean {
  const positions =
    data?.manifest.parts.flatMap(({ batches }) => batches).reduce((sum, { coordinates }) => sum + coordinates, 0) ?? 0;
  return positions > mostWidePositions;
}

/** The layers that are switched on, the topmost of the tree first. */
export function visibleLayers({ hierarchy }: Pick<MapState, 'hierarchy'>): string[] {
  return descendantsOf(hierarchy, rootParent)
    .filter(({ type, visible }) => type === 'Layer' && visible)
    .map(({ id }) => id);
}

/** Those of them that are drawn at a zoom. */
export function drawnLayers(state: Pick<MapState, 'hierarchy' | 'styles' | 'rasters'>, zoom: number): string[] {
  return visibleLayers(state).filter((id) => {
    const { minZoom = styleZoomRange.least, maxZoom = styleZoomRange.most } =
      state.styles[id] ?? state.rasters[id]?.style ?? {};
    return zoom >= minZoom && zoom <= maxZoom;
  });
}

/** The classes of a layer whose features are not drawn. */
export function unseenClasses({ styles }: Pick<MapState, 'styles'>, layerId: string): number[] {
  const style = styles[layerId];
  return style ? hiddenClasses(style.symbology) : [];
}

/** What deck.gl draws of a map at a zoom, from the bottom up: each layer right below the image that lies over it, else below `beforeId`. */
export function dataLayers(
  state: Drawn,
  zoom: number,
  beforeId: string | undefined,
  { store, ...place }: { mapId: string; projectId: string; store: UnitStore },
): Layer[] {
  let above = beforeId;
  return drawnLayers(state, zoom)
    .map((layerId) => {
      if (state.rasters[layerId] && !state.rasterFailures[layerId]?.isLost) above = rasterLayerId(layerId);
      const photo = state.photos[layerId];
      return photo ? photoLayers(layerId, photo, zoom, place, above) : featureLayers(state, layerId, above, store);
    })
    .reverse()
    .flat();
}

function featureLayers(state: Drawn, layerId: string, beforeId: string | undefined, store: UnitStore): Layer[] {
  const [loaded, style] = [state.loaded[layerId], state.styles[layerId]];
  if (!loaded || !style) return [];
  const look = {
    layerId,
    style,
    classes: loaded.classes,
    classedBy: loaded.classedBy,
    selected: state.selection[layerId] ?? nothingSelected,
    beforeId,
    store,
    withHairlines: style.lineWidthUnits === 'pixels' && style.lineWidth <= 1 && isVast(state.data[layerId]),
  };
  return batchLayers(loaded.batches, look);
}

/** What is drawn at a zoom, as a text that is another where something else is: layers, and photos in other sizes. */
export function drawnKey(state: Pick<MapState, 'hierarchy' | 'styles' | 'photos' | 'rasters'>, zoom: number): string {
  return drawnLayers(state, zoom)
    .map((id) => (state.photos[id] ? `${id} ${photoSize(state.photos[id], zoom)}` : id))
    .join();
}

/** Whether every layer that is switched on has been read. */
export function isWhole(state: Drawn): boolean {
  return visibleLayers(state).every((id) => state.loaded[id]?.load.status !== 'loading');
}
