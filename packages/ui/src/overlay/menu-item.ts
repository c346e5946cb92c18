import type { ReactNode } from 'react';

/** One row of a menu. */
export interface MenuAction {
  key: string;
  label: string;
  icon?: ReactNode;
  /** Key shown at the end, as `F2`. */
  shortcut?: string;
  /** On, of a choice. */
  active?: boolean;
  danger?: boolean;
  /** Disabled, with the reason at the end of the row. */
  disabledReason?: string;
  disabled?: boolean;
  onSelect?: () => void;
  /** Rows of a menu that opens beside this row. */
  items?: readonly MenuEntry[];
}

/** A row, a line between rows, or a heading. */
export type MenuEntry = MenuAction | { key: string; kind: 'divider' } | { key: string; kind: 'heading'; label: string };
