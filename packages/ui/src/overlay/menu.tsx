import {
  cloneElement,
  useId,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react';
import type { MenuProps as MantineMenuProps } from '@mantine/core';
import type { MenuEntry } from './menu-item.ts';
import { loadOverlays, useOverlays } from './overlay-parts.ts';

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
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const overlays = useOverlays(isOpen);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const given = target.props as ComponentProps<'button'>;
  const button = cloneElement(target as ReactElement<ComponentProps<'button'>>, {
    // Escape closes the menu and not a dialog around it.
    ...(isOpen && { 'data-mantine-stop-propagation': 'true' }),
    id: `${id}-target`,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    onPointerEnter: (event) => {
      given.onPointerEnter?.(event);
      loadOverlays().catch(() => undefined);
    },
    // The rows take the focus a moment after they are there; until then the keys still come here.
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      given.onKeyDown?.(event);
      if (!isOpen || event.key !== 'Escape') return;
      event.stopPropagation();
      change(false);
    },
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      given.onClick?.(event);
      if (disabled) return;
      setAnchor(event.currentTarget);
      change(!isOpen);
    },
  });
  return (
    <>
      {button}
      {anchor && overlays && (
        <overlays.MenuBox
          id={id}
          anchor={anchor}
          isOpen={isOpen && !disabled}
          onChange={change}
          items={items}
          position={position}
          width={width}
        />
      )}
    </>
  );
}
