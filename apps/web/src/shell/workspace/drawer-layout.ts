import { createStored } from '../../platform/stored.ts';
import { drawerStore, setOpenDrawer, type DrawerId, type DrawerSide } from '../../registry/drawer.ts';

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

export function pressDrawer(side: DrawerSide, id: DrawerId): void {
  drawerStore.setState(({ open }) => ({ open: openAfterPress(open, side, id, innerWidth) }));
}

/** Opens what was open when the person was last here, and keeps what changes; returns how to stop. */
export function rememberDrawers(): () => void {
  const { left, right } = useKept.getState();
  const isThere = (id: string): id is DrawerId => drawerStore.getState().drawers.some((drawer) => drawer.id === id);
  if (isThere(left)) setOpenDrawer('left', left);
  if (isThere(right) && (innerWidth >= bothFitWidth || left === '')) setOpenDrawer('right', right);
  return drawerStore.subscribe(({ open }) => {
    useKept.setState({ left: open.left ?? '', right: open.right ?? '' });
  });
}
