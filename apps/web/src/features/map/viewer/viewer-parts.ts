import type { Bbox } from '@groma/geo';
import type { MapState } from '../session/map-state.ts';
import type { ReadMap } from '../session/read-map.ts';
import type { LayerKind } from '../view/layer-kind.ts';
import type { MapView } from '../view/map-view.ts';

/** What the page of a published map is put together from. */
export interface ViewerParts {
  /** The kinds of layers beside those of features that a map has. */
  kindsFor(state: MapState): Promise<readonly LayerKind[]>;
  /** Asks how the map is to be printed, and saves it so. */
  print(printed: {
    map: ReadMap;
    view: MapView;
    title: string;
    attribution: string;
    prepare: (sight: Bbox) => Promise<void>;
  }): void;
}
