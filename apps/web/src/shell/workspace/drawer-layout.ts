import { createStored } from '../../platform/stored.ts';
import { drawerStore, overlayWidth, setOpenDrawer, type DrawerId, type DrawerSide } from '../../registry/drawer.ts';

export const drawerWidth = { least: 220, first: 280, most: 560 };

/** Below this width of the window one drawer is open at a time. */
const bothFitWidth = 1200;

const useKept = createStored('groma.drawers', {
  left: 'maps',
  right: '',
  leftWidth: drawerWidth.first,
  rightWidth: drawerWidth.first,
});

export function useDrawerWidth(side: DrawerSide): number {
  return useKept((kept) => clampWidth(kept[`${side}Width`]));
}

export function keepDrawerWidth(side: DrawerSide, width: number): void {
  useKept.setState({ [`${side}Width`]: clampWidth(width) });
}

export function clampWidth(width: number): number {
  return Math.min(drawerWidth.most, Math.max(drawerWidth.least, Math.round(width)));
}

export type OpenDrawers = Readonly<Record<DrawerSide, DrawerId | null>>;

/**
 * What is open in a window of this width, of what was open in a wider one: both do not fit below 1200 px, where the
 * right one stays, and none beside a panel where drawers lie over the centre.
 */
export function openWithin(open: OpenDrawers, windowWidth: number, hasPanel: boolean): OpenDrawers {
  if (windowWidth < overlayWidth && hasPanel) return { left: null, right: null };
  const isBoth = open.left !== null && open.right !== null;
  return isBoth && windowWidth < bothFitWidth ? { left: null, right: open.right } : open;
}

/**
 * What is open after a press on a rail button: the same one closes, and on a narrow window the other side makes room.
 */
export function openAfterPress(
  open: Readonly<Record<DrawerSide, DrawerId | null>>,
  side: DrawerSide,
  id: DrawerId,
  windowWidth: number,
): Record<DrawerSide, DrawerId | null> {
  const next = { ...open, [side]: open[side] === id ? null : id };
  const other = side === 'left' ? 'right' : 'left';
  if (next[side] !== null && windowWidth < bothFitWidth) next[other] = null;
  return next;
}

/** Layouts that the width of the window asks for, and nobody chose. */
const fitted = new WeakSet<OpenDrawers>();

/** Opens and closes drawers for the width of the window; what the person chose stays what is remembered. */
export function showFitted(open: OpenDrawers): void {
  fitted.add(open);
  drawerStore.setState({ open });
}

export function pressDrawer(side: DrawerSide, id: DrawerId): void {
  drawerStore.setState(({ open }) => ({ open: openAfterPress(open, side, id, innerWidth) }));
}

/**
 * Opens what was open when the person was last here, where there is room, and keeps what changes; returns how to stop.
 */
export function rememberDrawers(): () => void {
  const { left, right } = useKept.getState();
  const isRoom = innerWidth >= overlayWidth;
  const isThere = (id: string): id is DrawerId => drawerStore.getState().drawers.some((drawer) => drawer.id === id);
  if (isRoom && isThere(left)) setOpenDrawer('left', left);
  if (isRoom && isThere(right) && (innerWidth >= bothFitWidth || left === '')) setOpenDrawer('right', right);
  return drawerStore.subscribe(({ open }) => {
    if (!fitted.has(open)) useKept.setState({ left: open.left ?? '', right: open.right ?? '' });
  });
}
