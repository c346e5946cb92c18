import { PlayerPlayIcon, PlayerStopIcon, ReloadIcon, toast, XIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { findOpenNotebook, type OpenNotebook } from './open-notebooks.ts';

const notebookArgument = async () => (await import('../notebooks/notebook-arguments.ts')).notebookArgument;

interface OfNotebook {
  notebookId: string;
}
/** Does something with a notebook whose panel is there; else says that it is not. */
function withOpen({ notebookId }: OfNotebook, act: (open: OpenNotebook) => void | Promise<void>): void | Promise<void> {
  const open = findOpenNotebook(notebookId);
  if (open) return act(open);
  toast.info(t('notebook.notOpen'));
  return undefined;
}

const mayRun = () => can('update', 'notebook');

const runAll = defineCommand({
  id: 'notebook.run-all',
  title: 'notebook.runAll',
  icon: PlayerPlayIcon,
  isHidden: true,
  argument: notebookArgument,
  isEnabled: mayRun,
  run: (its) => withOpen(its, (found) => found.runAll()),
});

const stopAll = defineCommand({
  id: 'notebook.stop-all',
  title: 'notebook.stopAll',
  icon: PlayerStopIcon,
  isHidden: true,
  argument: notebookArgument,
  isEnabled: mayRun,
  run: (its) => withOpen(its, ({ runs }) => runs.stopAll()),
});

const clearAll = defineCommand({
  id: 'notebook.clear-all',
  title: 'notebook.clearAll',
  icon: XIcon,
  isHidden: true,
  argument: notebookArgument,
  isEnabled: mayRun,
  run: (its) => withOpen(its, ({ runs }) => runs.clearAll()),
});

const restart = defineCommand({
  id: 'notebook.restart-kernel',
  title: 'notebook.restart.menu',
  icon: ReloadIcon,
  isHidden: true,
  argument: notebookArgument,
  isEnabled: mayRun,
  run: (its) => withOpen(its, async ({ runs }) => void (await runs.restart())),
});

const restartAndRun = defineCommand({
  id: 'notebook.restart-and-run',
  title: 'notebook.restart.andRun',
  icon: PlayerPlayIcon,
  isHidden: true,
  argument: notebookArgument,
  isEnabled: mayRun,
  run: (its) =>
    withOpen(its, async ({ runs, runAll: runEach }) => {
      if (await runs.restart()) runEach();
    }),
});

/** What is done to all blocks of an open notebook, and to its kernel. */
export const runCommands = { runAll, stopAll, clearAll, restart, restartAndRun };
