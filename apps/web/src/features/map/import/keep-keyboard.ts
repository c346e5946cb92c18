import { focusPanel } from '../../../registry/panel.ts';
import { mapPanelId } from '../maps/map-panels.ts';

/**
 * Remembers where the keyboard is, before something goes that may have it: the button of a row, or that of an empty
 * map. What is answered looks, once the page shows the change, whether nothing has the keyboard any more, and gives it
 * back: to what had it, else to the tree that this lay in, else to the map.
 */
export function keepKeyboard(mapId: string): () => void {
  const before = holder();
  const tree = before?.closest<HTMLElement>('[role="tree"]');
  const giveBack = (): void => {
    if (holder()) return;
    const place = [before, tree].find((each) => each?.isConnected);
    place?.focus({ preventScroll: true });
    if (!holder()) focusPanel(mapPanelId(mapId));
  };
  return () => {
    if (before) setTimeout(giveBack);
  };
}

function holder(): HTMLElement | null {
  const { activeElement, body } = document;
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
}
