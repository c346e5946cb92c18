import { ReplaceIcon, SearchIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { defineCommand } from '../../../registry/command.ts';
import { readActivePanel } from '../../../registry/panel.ts';
import type { NotebookPanelParams } from '../notebooks/notebook-actions.ts';
import { openFind } from './find-store.ts';

const notebookInFront = (): string | null => {
  const panel = readActivePanel();
  return panel?.kind === 'notebook' ? (panel.params as NotebookPanelParams).notebookId : null;
};

const run = (isReplacing: boolean) => () => {
  const notebookId = notebookInFront();
  if (notebookId !== null) openFind(notebookId, isReplacing);
};

/** Looks for words in the notebook in front. */
const find = defineCommand({
  id: 'notebook.find',
  title: 'notebook.find.title',
  icon: SearchIcon,
  shortcut: 'Ctrl+F',
  isEnabled: () => notebookInFront() !== null,
  run: run(false),
});

const replace = defineCommand({
  id: 'notebook.find-and-replace',
  title: 'notebook.find.replaceTitle',
  icon: ReplaceIcon,
  shortcut: 'Ctrl+H',
  isEnabled: () => notebookInFront() !== null && can('update', 'notebook'),
  run: run(true),
});

export const findCommands = { find, replace };
