import { drawerStore, overlayWidth } from '../../registry/drawer.ts';
import { onPanelOpened, readOpenPanels } from '../../registry/panel.ts';
import { openWithin, type OpenDrawers } from './drawer-layout.ts';

/**
 * Closes drawers as the window narrows and opens them again as it widens, as far as nobody opened or closed any
 * meanwhile. Where drawers lie over the centre, what is opened there closes them. Returns how to stop.
 */
export function fitDrawers(): () => void {
  let whole: OpenDrawers | null = null;
  let fitted: OpenDrawers | null = null;
  const fit = () => {
    const { open } = drawerStore.getState();
    if (open !== fitted) whole = open;
    const next = openWithin(whole ?? open, innerWidth, readOpenPanels().length > 0);
    fitted = next;
    if (next.left !== open.left || next.right !== open.right) drawerStore.setState({ open: next });
    else fitted = open;
  };
  addEventListener('resize', fit);
  const stop = onPanelOpened(() => {
    if (innerWidth < overlayWidth) drawerStore.setState({ open: { left: null, right: null } });
  });
  return () => {
    removeEventListener('resize', fit);
    stop();
  };
}
