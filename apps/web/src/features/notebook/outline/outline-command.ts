import { ListTreeIcon } from '@groma/ui';
import { defineCommand } from '../../../registry/command.ts';
import { readActivePanel } from '../../../registry/panel.ts';
import type { NotebookPanelParams } from '../notebooks/notebook-actions.ts';
import { findOutline, type OutlineStore } from './outline-store.ts';

/** Shows or hides the headings of the notebook in front, where it has some. */
export const toggleOutline = defineCommand({
  id: 'notebook.toggle-outline',
  title: 'notebook.outline.toggle',
  icon: ListTreeIcon,
  shortcut: 'Ctrl+Shift+O',
  isEnabled: () => (outlineInFront()?.getState().headings.length ?? 0) > 0,
  run: () => outlineInFront()?.setState(({ isOpen }) => ({ isOpen: !isOpen })),
});

function outlineInFront(): OutlineStore | null {
  const panel = readActivePanel();
  return panel?.kind === 'notebook' ? findOutline((panel.params as NotebookPanelParams).notebookId) : null;
}
