import type { DrawerProps } from '../../registry/drawer.ts';
import { RasterStyles } from './raster/look/raster-styles.tsx';
import { SolidStyles } from './solid/solid-styles.tsx';
import { StyleDrawer, type StyledKind } from './style/style-drawer.tsx';

const kinds: readonly StyledKind[] = [
  { has: ({ rasters }, layerId) => rasters[layerId] !== undefined, styles: (props) => <RasterStyles {...props} /> },
  { has: ({ solids }, layerId) => solids[layerId] !== undefined, styles: (props) => <SolidStyles {...props} /> },
];

/** The styles of layers of every kind. */
export function Drawer(props: DrawerProps) {
  return <StyleDrawer {...props} kinds={kinds} />;
}
