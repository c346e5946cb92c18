import type { DrawerProps } from '../../registry/drawer.ts';
import { DatasetDrawer } from './dataset/dataset-drawer.tsx';

/** The catalogue of data sets and scenes. */
export function Drawer(props: DrawerProps) {
  return <DatasetDrawer {...props} />;
}
