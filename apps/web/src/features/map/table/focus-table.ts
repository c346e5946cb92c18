import { focusPanel } from '../../../registry/panel.ts';
import { openTable, tablePanelId } from '../maps/map-panels.ts';

/** How often, and how many times, it is looked whether the cells of a table that opens are there. */
const lookMs = 100;
const mostLooks = 40;

/** Opens the table of a layer and gives it the keyboard, once the menu it was chosen in has let go of it. */
export function openTableToUse(mapId: string, layer: { id: string; text: string }): void {
  openTable(mapId, layer);
  setTimeout(() => {
    const before = document.activeElement;
    focusPanel(tablePanelId(mapId, layer.id));
    const { activeElement: panel, body } = document;
    if (panel && panel !== before && panel !== body) goToCells(panel, mostLooks);
  });
}

/**
 * A table that is being read has the keyboard as a whole; it goes on to the cells, unless the person took it elsewhere
 * meanwhile.
 */
function goToCells(panel: Element, looks: number): void {
  if (document.activeElement !== panel || panel.closest('[role="grid"]')) return;
  const isDrawn = panel.querySelector('[role="grid"] [role="columnheader"]') !== null;
  const first = isDrawn ? panel.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') : null;
  if (first) first.focus({ preventScroll: true });
  else if (looks > 0) setTimeout(() => goToCells(panel, looks - 1), lookMs);
}
