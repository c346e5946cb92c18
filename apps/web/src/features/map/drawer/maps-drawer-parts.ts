import type { MenuEntry } from '@groma/ui';
import type { ComponentType } from 'react';
import type { MapImports } from '../maps/map-imports.ts';
import type { MapSession } from '../session/map-session.ts';

/** What the Maps drawer is put together from. */
export interface MapsDrawerParts {
  imports: MapImports;
  /** What can be done to a layer or a group. */
  layerMenu(session: MapSession, id: string): MenuEntry[];
  /** What can be done to a map beside what its row does itself. */
  mapEntries(session: MapSession): MenuEntry[];
  /** Stands at the end of a layer's row, where there is something to say of it. */
  LayerMark: ComponentType<{ session: MapSession; layerId: string; tabIndex: number }>;
}
