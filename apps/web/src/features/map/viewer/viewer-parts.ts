import type { Bbox } from '@groma/geo';
import type { StoryStep } from '@groma/model';
import type { ChartReply } from '@groma/protocol';
import type { ComponentType } from 'react';
import type { MapState } from '../session/map-state.ts';
import type { ReadMap } from '../session/read-map.ts';
import type { StillMap } from '../session/still-map.ts';
import type { LayerKind } from '../view/layer-kind.ts';
import type { PointerPlace } from '../view/map-pointer.ts';
import type { MapTool, ToolPlace } from '../view/map-tool.ts';
import type { MapView } from '../view/map-view.ts';
import type { MapPicture } from '../view/open-pictures.ts';

interface Shown {
  map: ReadMap;
  picture: MapPicture;
}

/** What a reader can do with the images of a map. */
export interface ViewerImages {
  tools(map: ReadMap): readonly ((place: Omit<ToolPlace, 'session'>) => MapTool)[];
  /** Somebody has pressed where no feature is. */
  press(picture: MapPicture, place: PointerPlace): void;
  /** Forgets where somebody has pressed. */
  release(picture: MapPicture): void;
  /** Closes the axis of dates. */
  leaveTime(picture: MapPicture): void;
  /** In the corner: what was pressed. */
  Card: ComponentType<Shown>;
  /** Opens the axis of dates. */
  Button: ComponentType<Shown>;
  /** Over the map; `step` is that of the story. */
  Over: ComponentType<Shown & { step: StoryStep | null }>;
}

/** What the page of a published map is put together from. */
export interface ViewerParts {
  /** The kinds of layers beside those of features that a map has. */
  kindsFor(state: MapState): Promise<readonly LayerKind[]>;
  /** What a reader can do with its images; null where it has none. */
  imagesFor(state: MapState): Promise<ViewerImages | null>;
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
