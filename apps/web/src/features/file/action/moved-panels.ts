import { baseName } from '@groma/model';
import { changePanel, closePanel, readOpenPanels } from '../../../registry/panel.ts';

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

/** Panels of files that moved show them at their new place. They stay as they are: somebody may be typing in one. */
export function movePanels(from: string, to: string): void {
  for (const { id, params } of panelsUnder(from)) {
    const path = to + id.slice(filePanelId(from).length);
    // What stood there before has been replaced.
    closePanel(filePanelId(path));
    changePanel(id, { id: filePanelId(path), title: baseName(path), params: { ...(params as object), path } });
  }
}
