import type { Icon } from '@groma/ui';
import type { ComponentType } from 'react';
import { create } from 'zustand';

export type DrawerId =
  | 'maps'
  | 'files'
  | 'notebooks'
  | 'databases'
  | 'workflows'
  | 'machine'
  | 'gaia-chat'
  | 'data-catalog'
  | 'layer-styles'
  | 'layer-functions';
export type DrawerSide = 'left' | 'right';

export interface DrawerProps {
  close(): void;
}

export interface Drawer {
  id: DrawerId;
  side: DrawerSide;
  /** Place on its rail (SHL-010, SHL-011): 10, 20, 30 … */
  order: number;
  /** Text key. */
  label: string;
  icon: Icon;
  /** The drawer fills its column; it draws its own header by `DrawerHeader`. */
  load: () => Promise<{ Drawer: ComponentType<DrawerProps> } | { default: ComponentType<DrawerProps> }>;
  /** Sits at the foot of its rail, as the machine does. */
  atFoot?: boolean;
  /** Mark on the rail button, as the state of the machine; drawn over the icon's corner. */
  Pip?: ComponentType;
}

interface DrawerState {
  drawers: readonly Drawer[];
  open: Readonly<Record<DrawerSide, DrawerId | null>>;
}

export const drawerStore = create<DrawerState>(() => ({ drawers: [], open: { left: null, right: null } }));

/** Adds a drawer, or takes the place of one with the same id. */
export function registerDrawer(drawer: Drawer): void {
  drawerStore.setState(({ drawers }) => ({
    drawers: [...drawers.filter(({ id }) => id !== drawer.id), drawer].toSorted(
      (first, second) => first.order - second.order,
    ),
  }));
}

export function useDrawers(side: DrawerSide): readonly Drawer[] {
  const drawers = drawerStore((state) => state.drawers);
  return drawers.filter((drawer) => drawer.side === side);
}

/** Below this width of the window, in pixels, a drawer lies over the centre, and one is open at most. */
export const overlayWidth = 760;

/** Shows a drawer, in a very narrow window alone; nothing happens for one that is not registered. */
export function openDrawer(id: DrawerId): void {
  const drawer = drawerStore.getState().drawers.find((candidate) => candidate.id === id);
  if (drawer)
    drawerStore.setState(({ open }) => ({
      open: { ...(globalThis.innerWidth < overlayWidth ? { left: null, right: null } : open), [drawer.side]: id },
    }));
}

export function closeDrawer(side: DrawerSide): void {
  setOpenDrawer(side, null);
}

export function setOpenDrawer(side: DrawerSide, id: DrawerId | null): void {
  drawerStore.setState(({ open }) => ({ open: { ...open, [side]: id } }));
}
