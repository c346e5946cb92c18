import { useRef } from 'react';
import { focusPanel, readActivePanel } from '../../registry/panel.ts';

/** The palette leaves by a motion and lets go of the keyboard only after it. */
const leavingMs = 200;

/**
 * Where the keyboard goes when the palette closes: to the panel that was opened, to the dialog that a command opened, else
 * back to where it was.
 */
export function useFocusAfter() {
  const before = useRef<HTMLElement | null>(null);
  const isChosen = useRef(false);
  const giveBack = (): void => {
    if (before.current?.isConnected) before.current.focus({ preventScroll: true });
  };
  return {
    opened(): void {
      before.current = document.activeElement instanceof HTMLElement && document.activeElement !== document.body ? document.activeElement : null;
      isChosen.current = false;
    },
    choose(act: () => void, leadsTo: 'panel' | 'elsewhere'): void {
      isChosen.current = true;
      // A dialog gives the keyboard back to where it was when the dialog opened.
      giveBack();
      act();
      if (leadsTo === 'panel') setTimeout(toActivePanel, leavingMs);
      else setTimeout(() => { if (isNowhere()) giveBack(); }, leavingMs);
    },
    closed(): void {
      if (!isChosen.current) setTimeout(() => { if (isNowhere()) giveBack(); }, leavingMs);
    },
  };
}

function toActivePanel(): void {
  const active = readActivePanel();
  // A dialog that came instead (a file that cannot be opened) keeps the keyboard.
  if (active && !document.activeElement?.closest('[role="dialog"]:not(.mantine-Spotlight-content)')) focusPanel(active.id);
}

function isNowhere(): boolean {
  return document.activeElement === document.body || document.activeElement?.closest('.mantine-Spotlight-content') !== null;
}
