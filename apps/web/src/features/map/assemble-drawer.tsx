import { useEffect } from 'react';
import type { DrawerProps } from '../../registry/drawer.ts';
import { mapImports } from './assemble-imports.ts';
import type { MapsDrawerParts } from './drawer/maps-drawer-parts.ts';
import { MapsDrawer } from './drawer/maps-drawer.tsx';
import { fetchLayerActs } from './layer-commands.ts';
import { layerMenu, mapEntries } from './layer-menu.ts';
import { LayerOriginMark } from './origin/layer-origin-mark.tsx';

const parts: MapsDrawerParts = { imports: mapImports, layerMenu, mapEntries, LayerMark: LayerOriginMark };

/** The Maps drawer with what can be done to its rows. */
export function Drawer(props: DrawerProps) {
  useEffect(fetchLayerActs, []);
  return <MapsDrawer {...props} parts={parts} />;
}
