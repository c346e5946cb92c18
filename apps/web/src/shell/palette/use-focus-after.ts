import { useRef } from 'react';
import { focusPanel, readActivePanel } from '../../registry/panel.ts';

/** The palette leaves by a motion and lets go of the keyboard only after it, which on a busy machine takes its time. */
const lookMs = 100;
const mostLooks = 40;

/** Acts once the palette is gone, if nothing else has taken the keyboard by then. */
function whenGone(act: () => void, looks = mostLooks): void {
  setTimeout(() => {
    const isThere = document.querySelector('.mantine-Spotlight-content') !== null;
    if (isThere && looks > 0) whenGone(act, looks - 1);
    else if (isNowhere()) act();
  }, lookMs);
}

/**
 * Where the keyboard goes when the palette closes: to the panel that was opened, to the dialog that a command opened,
 * else back to where it was.
 */
export function useFocusAfter() {
  const before = useRef<HTMLElement | null>(null);
  const isChosen = useRef(false);
  const giveBack = (): void => {
    if (before.current?.isConnected) before.current.focus({ preventScroll: true });
  };
  return {
    opened(): void {
      before.current =
        document.activeElement instanceof HTMLElement && document.activeElement !== document.body
          ? document.activeElement
          : null;
      isChosen.current = false;
    },
    choose(act: () => void, leadsTo: 'panel' | 'elsewhere'): void {
      isChosen.current = true;
      // A dialog gives the keyboard back to where it was when the dialog opened; a panel keeps it.
      if (leadsTo === 'elsewhere') giveBack();
      act();
      whenGone(leadsTo === 'panel' ? toActivePanel : giveBack);
    },
    closed(): void {
      whenGone(() => {
        if (!isChosen.current) giveBack();
      });
    },
  };
}

function toActivePanel(): void {
  const active = readActivePanel();
  if (active) focusPanel(active.id);
}

function isNowhere(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.closest('.mantine-Spotlight-content') !== null
  );
}
