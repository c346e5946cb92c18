import { Spinner } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { MachineView } from '../run/use-machine.ts';

/** The kernel of a notebook: a dot only while the machine is accessible, a spinner while one is made (NBK-004 to NBK-006). */
export function KernelState({ machine, isCreating }: { machine: MachineView; isCreating: boolean }) {
  const t = useText();
  if (isCreating) return <span className="kernel-state" role="status"><Spinner />{t('notebook.kernelStarting')}</span>;
  if (!machine.isAccessible) return null;
  return (
    <span className="kernel-state" role="status" title={t(machine.hasKernel ? 'notebook.kernelConnectedHint' : 'notebook.kernelDisconnectedHint')}>
      <span className="kernel-dot" data-connected={machine.hasKernel || undefined} />
      <span className="kernel-name">Python</span>
      <span className="notebook-bar-quiet">{t(machine.hasKernel ? 'notebook.kernelConnected' : 'notebook.kernelDisconnected')}</span>
    </span>
  );
}
