import { Menu as MantineMenu } from '@mantine/core';
import { createContext, useCallback, useContext, useRef, useState, type MouseEvent as ReactMouseEvent, type ReactNode } from 'react';
import type { MenuEntry } from './menu-item.ts';
import { MenuRows } from './menu-rows.tsx';

/** Where to open: an event of mouse or keyboard, or a point of the window in pixels. */
export type ContextMenuPlace = ReactMouseEvent | MouseEvent | { x: number; y: number };
export type OpenContextMenu = (place: ContextMenuPlace, items: readonly MenuEntry[]) => void;

const ContextMenuContext = createContext<OpenContextMenu>(() => {});

/** Opens the one context menu at a place with the given rows; nothing opens for no rows. */
export function useContextMenu(): OpenContextMenu {
  return useContext(ContextMenuContext);
}

const clickOutsideEvents = ['mousedown', 'touchstart'];

interface OpenMenu { x: number; y: number; items: readonly MenuEntry[]; key: number }

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

/** Mounts the context menu once for everything below. */
export function ContextMenuProvider({ children }: { children: ReactNode }) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const focusBefore = useRef<Element | null>(null);
  const open = useCallback<OpenContextMenu>((place, items) => {
    const point = pointOf(place);
    if (items.length === 0) return;
    focusBefore.current = document.activeElement;
    setMenu((present) => ({ ...point, items, key: (present?.key ?? 0) + 1 }));
  }, []);
  const close = () => {
    setMenu(null);
    const { current } = focusBefore;
    if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
  };
  return (
    <ContextMenuContext.Provider value={open}>
      {children}
      {menu && (
        // Not on keydown outside, which is Mantine's default: the key that opens the menu would close it.
        <MantineMenu key={menu.key} opened clickOutsideEvents={clickOutsideEvents} onChange={(isOpen) => { if (!isOpen) close(); }} position="bottom-start" offset={0} returnFocus={false} transitionProps={{ duration: 0 }} withinPortal>
          <MantineMenu.Target><span aria-hidden="true" className="g-context-anchor" style={{ left: menu.x, top: menu.y }} /></MantineMenu.Target>
          <MantineMenu.Dropdown onContextMenu={(event) => event.preventDefault()}><MenuRows items={menu.items} /></MantineMenu.Dropdown>
        </MantineMenu>
      )}
    </ContextMenuContext.Provider>
  );
}
