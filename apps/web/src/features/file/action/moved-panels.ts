import { baseName } from '@groma/model';
import { closePanel, openPanel, readOpenPanels } from '../../../registry/panel.ts';

const prefix = 'file:';

/** The panel of a file. */
export function filePanelId(path: string): string {
  return prefix + path;
}

/** Panels of a file, or of the files in a folder. */
function panelsUnder(path: string) {
  return readOpenPanels().filter(({ id }) => id === filePanelId(path) || id.startsWith(`${filePanelId(path)}/`));
}

/** A panel of a file that is gone would show what is no longer there. */
export function closePanelsUnder(path: string): void {
  for (const { id } of panelsUnder(path)) closePanel(id);
}

/** Panels of files that moved show them at their new place. */
export function movePanels(from: string, to: string): void {
  for (const { id, kind, params } of panelsUnder(from)) {
    const path = to + id.slice(filePanelId(from).length);
    closePanel(id);
    openPanel({ kind, id: filePanelId(path), title: baseName(path), params: { ...(params as object), path } });
  }
}
