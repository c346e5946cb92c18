import type { MenuEntry } from '@groma/ui';
import type { ComponentType } from 'react';
import type { MapImports } from '../maps/map-imports.ts';
import type { MapSession } from '../session/map-session.ts';
import type { LayerKind } from '../view/layer-kind.ts';
import type { ToolMaker } from '../view/map-tool.ts';
import type { PartProps } from '../view/open-pictures.ts';

/** What the panel of a map is put together from. */
export interface MapPanelParts {
  /** Kinds of layers beside those of features. */
  kinds: readonly LayerKind[];
  /** In the order in which they are offered what the pointer does. */
  tools: readonly ToolMaker[];
  /** At the front of the toolbar. */
  buttons: Readonly<Record<'draw' | 'content', readonly ComponentType<PartProps>[]>>;
  /** At the foot of the map: what is at work. */
  Bar: ComponentType<PartProps>;
  /** Beside the pointer. `width` is the map's, in pixels. */
  tips: readonly ComponentType<PartProps & { width: number }>[];
  imports: MapImports;
  /** What can be done to a layer; `fid` is the feature that is meant. */
  layerMenu(session: MapSession, layerId: string, fid?: number): MenuEntry[];
}
