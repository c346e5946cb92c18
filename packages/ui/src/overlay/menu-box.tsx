import { Menu as MantineMenu, type MenuProps as MantineMenuProps } from '@mantine/core';
import { useLayoutEffect, type Ref } from 'react';
import type { MenuEntry } from './menu-item.ts';
import { MenuRows } from './menu-rows.tsx';

interface MenuBoxProps {
  id: string;
  /** The button it hangs from. */
  anchor: HTMLElement;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  items: readonly MenuEntry[];
  position: MantineMenuProps['position'];
  width: number | 'target' | undefined;
}

/** The rows of a menu, hung from a button that stands elsewhere in the page. */
export function MenuBox({ id, anchor, isOpen, onChange, items, position, width }: MenuBoxProps) {
  return (
    <MantineMenu id={id} opened={isOpen} onChange={onChange} position={position} width={width} returnFocus withinPortal>
      <MantineMenu.Target>
        <Standin element={anchor} />
      </MantineMenu.Target>
      <MantineMenu.Dropdown>
        <MenuRows items={items} />
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}

/** Gives Mantine an element that is drawn by someone else as the target of the menu. */
function Standin({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  }, [element, ref]);
  return null;
}
