import type { MouseEvent as ReactMouseEvent } from 'react';
import type { MenuEntry } from './menu-item.ts';
import { loadOverlays } from './overlay-parts.ts';
import { changeOverlays } from './overlay-store.ts';

/** Where to open: an event of mouse or keyboard, or a point of the window in pixels. */
export type ContextMenuPlace = ReactMouseEvent | MouseEvent | { x: number; y: number };
export type OpenContextMenu = (place: ContextMenuPlace, items: readonly MenuEntry[]) => void;

/** Opens the one context menu at a place with the given rows; nothing opens for no rows. */
export function useContextMenu(): OpenContextMenu {
  return openContextMenu;
}

function openContextMenu(place: ContextMenuPlace, items: readonly MenuEntry[]): void {
  const point = pointOf(place);
  if (items.length === 0) return;
  loadOverlays().catch(() => undefined);
  const focusBefore = document.activeElement;
  changeOverlays(({ contextMenu }) => ({
    contextMenu: { ...point, items, focusBefore, key: (contextMenu?.key ?? 0) + 1 },
  }));
}

function pointOf(place: ContextMenuPlace): { x: number; y: number } {
  if ('x' in place && !('clientX' in place)) return place;
  const event = place as MouseEvent;
  event.preventDefault();
  event.stopPropagation();
  // The menu key gives no pointer position in some browsers: open at the element instead.
  if (event.clientX !== 0 || event.clientY !== 0) return { x: event.clientX, y: event.clientY };
  const box = (event.target as Element).getBoundingClientRect();
  return { x: box.left + 16, y: box.bottom };
}
