import type { DrawerProps } from '../../registry/drawer.ts';
import { FunctionDrawer } from './function/function-drawer.tsx';

/** The tools that can be run on layers. */
export function Drawer(props: DrawerProps) {
  return <FunctionDrawer {...props} />;
}
