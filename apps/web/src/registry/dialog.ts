import type { ComponentType } from 'react';
import { create } from 'zustand';

/** What a dialog opened from anywhere gets besides its own props. */
export interface DialogHostProps {
  opened: boolean;
  onClose(): void;
}

export interface HostedDialog {
  key: number;
  Component: ComponentType<DialogHostProps>;
  isOpen: boolean;
}

/** Long enough for the dialog's closing motion (120 ms) to end before it is unmounted. */
const closingMs = 250;

let lastKey = 0;

export const dialogStore = create<{ dialogs: readonly HostedDialog[] }>(() => ({ dialogs: [] }));

/** Shows a dialog over whatever screen is open; commands open theirs by this. */
export function openDialog(Component: ComponentType<DialogHostProps>): void {
  lastKey += 1;
  const dialog: HostedDialog = { key: lastKey, Component, isOpen: true };
  dialogStore.setState(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }));
}

export function closeDialog(key: number): void {
  dialogStore.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog) => (dialog.key === key ? { ...dialog, isOpen: false } : dialog)),
  }));
  setTimeout(
    () => dialogStore.setState(({ dialogs }) => ({ dialogs: dialogs.filter((dialog) => dialog.key !== key) })),
    closingMs,
  );
}
