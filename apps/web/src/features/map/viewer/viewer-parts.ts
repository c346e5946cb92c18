import type { Bbox } from '@groma/geo';
import type { StoryStep } from '@groma/model';
import type { ChartReply } from '@groma/protocol';
import type { ComponentType } from 'react';
import type { MapState } from '../session/map-state.ts';
import type { ReadMap } from '../session/read-map.ts';
import type { StillMap } from '../session/still-map.ts';
import type { LayerKind } from '../view/layer-kind.ts';
import type { MapView } from '../view/map-view.ts';

/** What the page of a published map is put together from. */
export interface ViewerParts {
  /** The kinds of layers beside those of features that a map has. */
  kindsFor(state: MapState): Promise<readonly LayerKind[]>;
  /** The story beside the map, or over it while it is presented; it comes when there is one. */
  Story: ComponentType<{
    steps: readonly StoryStep[];
    step: string;
    onStep: (id: string) => void;
    isPresenting: boolean;
    onPresent: (isPresenting: boolean) => void;
  }>;
  /** The charts beside the map; they come when somebody opens them. */
  Charts: ComponentType<{ map: StillMap; charts: readonly ChartReply[]; onClose: () => void }>;
  /** Asks how the map is to be printed, and saves it so. */
  print(printed: {
    map: ReadMap;
    view: MapView;
    title: string;
    attribution: string;
    prepare: (sight: Bbox) => Promise<void>;
  }): void;
}
