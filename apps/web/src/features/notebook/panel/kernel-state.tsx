import { ChevronDownIcon, Menu, PlayerPlayIcon, ReloadIcon, Spinner, type MenuEntry } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { MachineView } from '../run/use-machine.ts';

interface KernelStateProps {
  machine: MachineView;
  isCreating: boolean;
  /** Left out for those who may not run. */
  onRestart?: (() => void) | undefined;
  onRestartAndRun?: (() => void) | undefined;
}

/** The kernel of a notebook: a dot only while the machine is accessible, a spinner while one is made (NBK-004 to NBK-006). Its menu restarts it. */
export function KernelState({ machine, isCreating, onRestart, onRestartAndRun }: KernelStateProps) {
  const t = useText();
  if (isCreating)
    return (
      <span className="kernel-state" role="status">
        <Spinner />
        {t('notebook.kernelStarting')}
      </span>
    );
  if (!machine.isAccessible) return null;
  const isMenu = onRestart !== undefined && machine.hasKernel;
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
  const items: MenuEntry[] = [
    { key: 'restart', label: t('notebook.restart.menu'), icon: <ReloadIcon />, onSelect: onRestart },
    ...(onRestartAndRun
      ? [
          {
            key: 'restartAndRun',
            label: t('notebook.restart.andRun'),
            icon: <PlayerPlayIcon />,
            onSelect: onRestartAndRun,
          },
        ]
      : []),
  ];
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
