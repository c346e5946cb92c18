import type { Layer } from '@deck.gl/core';
import { BitmapLayer } from '@deck.gl/layers';
import { completeVectorStyle, defaultVectorStyle, type VectorStyle } from '@groma/model';
import { readToken } from '@groma/ui';
import { fromHex } from '../look/color-text.ts';
import { isDashed } from '../session/dashed.ts';
import { drawnLayers, visibleLayers } from '../session/drawn-layers.ts';
import { nothingSelected, type MapState } from '../session/map-state.ts';
import { batchLayers } from './batch-layers.ts';
import { groupLayers } from './group-layers.ts';
import type { GroupFinder } from './group-finder.ts';
import type { DeckDrawing, DrawnKind, DrawnPlace, DrawnState } from './drawn-kind.ts';
import type { UnitStore } from './unit-store.ts';

type Groups = Pick<GroupFinder, 'groupOf'>;

/** Positions of a layer above which its outlines are hairlines. */
const mostWidePositions = 150_000;

/**
 * Whether outlines can be hairlines, which cost a tenth to draw: those no wider than a pixel of the canvas, and in vast
 * layers those no wider than a pixel of the page.
 */
function isThin({ lineWidth, lineWidthUnits }: VectorStyle, pixelRatio: number, isOfVast: boolean): boolean {
  return lineWidthUnits === 'pixels' && lineWidth * (isOfVast ? Math.min(1, pixelRatio) : pixelRatio) <= 1;
}

function isVast(data: MapState['data'][string] | undefined): boolean {
  const positions =
    data?.manifest.parts.flatMap(({ batches }) => batches).reduce((sum, { coordinates }) => sum + coordinates, 0) ?? 0;
  return positions > mostWidePositions;
}

/**
 * What deck.gl draws of a map at a zoom, from the bottom up: each layer right below the image that lies over it, else
 * below `beforeId`.
 */
export function dataLayers(
  state: DrawnState,
  {
    store,
    groups,
    kinds,
    drawings,
    pixelRatio,
    ...place
  }: DrawnPlace & {
    store: UnitStore;
    groups: Groups;
    kinds: readonly DrawnKind[];
    drawings: ReadonlyMap<DrawnKind, DeckDrawing>;
    /** Pixels of the canvas for one of the page. */
    pixelRatio: number;
  },
): Layer[] {
  let above = place.beforeId;
  return drawnLayers(state, place.zoom)
    .map((layerId) => {
      const kind = kinds.find(({ has }) => has(state, layerId));
      if (!kind) return featureLayers(state, layerId, above, { store, groups, pixelRatio });
      above = kind.styleLayerId?.(state, layerId) ?? above;
      const at = { ...place, beforeId: above };
      return drawings.get(kind)?.layers(state, layerId, at) ?? kind.deckLayers?.(state, layerId, at) ?? [];
    })
    .reverse()
    .flat()
    .concat(previewLayers(state, place.beforeId, store));
}

/**
 * A result that can be looked at before it is kept, above all layers. Its outlines are dashed where something paints
 * them.
 */
function previewLayers(
  { previewId, previewPicture, loaded }: DrawnState,
  beforeId: string | undefined,
  store: UnitStore,
): Layer[] {
  if (previewId !== null && previewPicture)
    return [
      new BitmapLayer({
        id: `${previewId}-picture`,
        image: previewPicture.url,
        bounds: [...previewPicture.bounds],
        ...(beforeId !== undefined && { beforeId }),
      }),
    ];
  const preview = previewId === null ? undefined : loaded[previewId];
  if (previewId === null || !preview) return [];
  const [red, green, blue] = fromHex(readToken('--accent'));
  const positions = preview.batches.reduce((sum, { count }) => sum + count, 0);
  return batchLayers(preview.batches, {
    layerId: previewId,
    style: {
      ...defaultVectorStyle,
      fillColor: [red, green, blue, 60],
      lineColor: [red, green, blue],
      iconColor: [red, green, blue],
      lineWidth: isDashed(positions) ? 0 : 1,
    },
    classes: {},
    classedBy: null,
    isFiltered: false,
    selected: nothingSelected,
    beforeId,
    store,
    withHairlines: positions > mostWidePositions,
  });
}

function featureLayers(
  state: DrawnState,
  layerId: string,
  beforeId: string | undefined,
  { store, groups, pixelRatio }: { store: UnitStore; groups: Groups; pixelRatio: number },
): Layer[] {
  const [loaded, style] = [state.loaded[layerId], state.styles[layerId]];
  if (!loaded || !style) return [];
  const look = {
    layerId,
    style,
    classes: loaded.classes,
    classedBy: loaded.classedBy,
    isFiltered: loaded.isFiltered,
    selected: state.selection[layerId] ?? nothingSelected,
    beforeId,
    store,
    withHairlines: isThin(style, pixelRatio, isVast(state.data[layerId])),
  };
  const { pointDrawing } = completeVectorStyle(style);
  if (pointDrawing.kind === 'points') return batchLayers(loaded.batches, look);
  return [
    ...batchLayers(
      loaded.batches.filter(({ kind }) => kind !== 'point'),
      look,
    ),
    ...groupLayers(groups.groupOf(layerId), pointDrawing, look),
  ];
}

/** What is drawn at a zoom, as a text that is another where something else is: layers, and pictures in other sizes. */
export function drawnKey(
  state: Pick<MapState, 'hierarchy' | 'styles' | 'photos' | 'rasters' | 'solids'>,
  zoom: number,
  kinds: readonly DrawnKind[],
): string {
  return drawnLayers(state, zoom)
    .map((id) => {
      const key = kinds.find(({ has }) => has(state, id))?.zoomKey?.(state, id, zoom);
      return key === undefined ? id : `${id} ${key}`;
    })
    .join();
}

/** Whether every layer that is switched on has been read. */
export function isWhole(state: DrawnState): boolean {
  return visibleLayers(state).every((id) => state.loaded[id]?.load.status !== 'loading');
}
