import { ChevronDownIcon, Menu, Spinner } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { runCommands } from './run-commands.ts';
import type { MachineView } from './use-machine.ts';

interface KernelStateProps {
  machine: MachineView;
  preparing: 'machine' | 'kernel' | null;
  notebookId: string;
  mayRestart: boolean;
}

/**
 * The kernel of a notebook: a dot only while the machine is accessible, a spinner while one is made (NBK-004 to
 * NBK-006). Its menu restarts it.
 */
export function KernelState({ machine, preparing, notebookId, mayRestart }: KernelStateProps) {
  const t = useText();
  if (preparing)
    return (
      <span className="kernel-state" role="status">
        <Spinner />
        {t(preparing === 'machine' ? 'notebook.machineStartingShort' : 'notebook.kernelStarting')}
      </span>
    );
  if (!machine.isAccessible) return null;
  const isMenu = mayRestart && machine.hasKernel;
  const state = (
    <>
      <span className="kernel-dot" data-connected={machine.hasKernel || undefined} />
      <span className="kernel-name">{t('notebook.kernel')}</span>
      <span className="notebook-bar-quiet" role="status">
        {t(machine.hasKernel ? 'notebook.kernelConnected' : 'notebook.kernelDisconnected')}
      </span>
    </>
  );
  if (!isMenu)
    return (
      <span
        className="kernel-state"
        title={t(machine.hasKernel ? 'notebook.kernelConnectedHint' : 'notebook.kernelDisconnectedHint')}
      >
        {state}
      </span>
    );
  const items = menuOf([
    menuEntry(runCommands.restart, { notebookId }),
    menuEntry(runCommands.restartAndRun, { notebookId }),
  ]);
  return (
    <Menu
      items={items}
      target={
        <button type="button" className="kernel-state" title={t('notebook.kernelConnectedHint')}>
          {state}
          <ChevronDownIcon size={12} />
        </button>
      }
    />
  );
}
