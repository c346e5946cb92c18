import type { DockviewApi } from 'dockview-react';

/** Scrolls the strips of a dock so that the tab in front of each is seen whole (SHL-168). Returns how to stop. */
export function keepTabsInView(api: DockviewApi): () => void {
  let frame = 0;
  const show = () => {
    for (const { element } of api.groups) {
      const strip = element.querySelector('.dv-tabs-container');
      if (!strip) continue;
      // A strip becomes shorter when what is beside it comes.
      sizes.observe(strip);
      showTab(strip);
    }
  };
  const showSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(show);
  };
  const sizes = new ResizeObserver(showSoon);
  const stops = [api.onDidActivePanelChange(showSoon), api.onDidLayoutChange(showSoon)];
  showSoon();
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    for (const stop of stops) stop.dispose();
  };
}

function showTab(strip: Element): void {
  const tab = strip.querySelector('.dv-active-tab')?.getBoundingClientRect();
  if (!tab) return;
  const { left, right } = strip.getBoundingClientRect();
  if (tab.left < left) strip.scrollLeft -= left - tab.left;
  else if (tab.right > right) strip.scrollLeft += Math.min(tab.right - right, tab.left - left);
}
