import { Menu as MantineMenu, type MenuProps as MantineMenuProps } from '@mantine/core';
import type { ReactElement } from 'react';
import type { MenuEntry } from './menu-item.ts';
import { MenuRows } from './menu-rows.tsx';

export interface MenuProps {
  /** The button that opens it. */
  target: ReactElement;
  items: readonly MenuEntry[];
  position?: MantineMenuProps['position'];
  width?: number | 'target';
  disabled?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A menu under a button: arrows move, Enter chooses, Escape closes and gives the focus back. */
export function Menu({ target, items, position = 'bottom-start', width, disabled, onOpenChange }: MenuProps) {
  return (
    <MantineMenu position={position} width={width} disabled={disabled} onChange={onOpenChange} returnFocus withinPortal>
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown><MenuRows items={items} /></MantineMenu.Dropdown>
    </MantineMenu>
  );
}
