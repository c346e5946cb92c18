import { Menu as MantineMenu } from '@mantine/core';
import { MenuRows } from './menu-rows.tsx';
import { changeOverlays, type OpenContextMenuState } from './overlay-store.ts';

const clickOutsideEvents = ['mousedown', 'touchstart'];

/** The context menu where it was asked for; the focus goes back to where it was. */
export function ContextMenuBox({ menu: { x, y, items, focusBefore } }: { menu: OpenContextMenuState }) {
  const close = () => {
    changeOverlays(() => ({ contextMenu: null }));
    if (focusBefore instanceof HTMLElement && focusBefore.isConnected) focusBefore.focus({ preventScroll: true });
  };
  return (
    // Not on keydown outside, which is Mantine's default: the key that opens the menu would close it.
    <MantineMenu
      opened
      clickOutsideEvents={clickOutsideEvents}
      onChange={(isOpen) => {
        if (!isOpen) close();
      }}
      position="bottom-start"
      offset={0}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      withinPortal
    >
      <MantineMenu.Target>
        <span aria-hidden="true" className="g-context-anchor" style={{ left: x, top: y }} />
      </MantineMenu.Target>
      <MantineMenu.Dropdown onContextMenu={(event) => event.preventDefault()}>
        <MenuRows items={items} />
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
