import { descendantsOf, rootParent, styleZoomRange, type Hierarchy } from '@groma/model';
import { hiddenClasses } from '../layer/classing.ts';
import type { MapState } from './map-state.ts';

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

/** A tree in which these layers are on, and no others. */
export function onlyVisible(hierarchy: Hierarchy, layerIds: ReadonlySet<string>): Hierarchy {
  return Object.fromEntries(
    Object.entries(hierarchy).map(([id, entry]) => {
      const visible = entry.type === 'Layer' ? layerIds.has(id) : entry.visible;
      return [id, visible === entry.visible ? entry : { ...entry, visible }];
    }),
  );
}
