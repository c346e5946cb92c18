import type { ReactNode } from 'react';

export interface ConfirmOptions {
  /** Names the thing: `Delete “Gauges”?` */
  title: string;
  /** What will happen. */
  body?: ReactNode;
  /** The verb of the action. */
  confirmLabel?: string;
  cancelLabel?: string;
  /** Draws the action as dangerous. */
  danger?: boolean;
}
