import { drawerStore, overlayWidth } from '../../registry/drawer.ts';
import { onPanelOpened, readOpenPanels } from '../../registry/panel.ts';
import { openWithin, showFitted, type OpenDrawers } from './drawer-layout.ts';

/**
 * Closes drawers as the window narrows and opens them again as it widens, as far as nobody opened or closed any
 * meanwhile. Where drawers lie over the centre, what is opened there closes them. Returns how to stop.
 */
export function fitDrawers(): () => void {
  let whole: OpenDrawers | null = null;
  let fitted: OpenDrawers | null = null;
  let width = -1;
  const fit = () => {
    // A keyboard on the screen changes the height alone.
    if (innerWidth === width) return;
    width = innerWidth;
    const { open } = drawerStore.getState();
    if (open !== fitted) whole = open;
    const next = openWithin(whole ?? open, innerWidth, readOpenPanels().length > 0);
    fitted = next;
    if (next.left !== open.left || next.right !== open.right) showFitted(next);
    else fitted = open;
  };
  addEventListener('resize', fit);
  const stop = onPanelOpened(() => {
    if (innerWidth < overlayWidth) showFitted({ left: null, right: null });
  });
  return () => {
    removeEventListener('resize', fit);
    stop();
  };
}
