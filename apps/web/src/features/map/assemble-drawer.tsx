import type { DrawerProps } from '../../registry/drawer.ts';
import { mapImports } from './assemble-imports.ts';
import type { MapsDrawerParts } from './drawer/maps-drawer-parts.ts';
import { MapsDrawer } from './drawer/maps-drawer.tsx';
import { layerMenu, mapEntries } from './layer-menu.tsx';

const parts: MapsDrawerParts = { imports: mapImports, layerMenu, mapEntries };

/** The Maps drawer with what can be done to its rows. */
export function Drawer(props: DrawerProps) {
  return <MapsDrawer {...props} parts={parts} />;
}
