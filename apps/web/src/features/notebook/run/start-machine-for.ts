import { canRunCode } from '@groma/model';
import { machine } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { runCommand } from '../../../registry/command.ts';

const toastId = 'machine-first';

/**
 * Starts the machine that a run needs, and says so (SHL-145). True once code can run; false where this person cannot
 * start it, with the refusal (KRN-036), or with what the server said.
 */
export async function startMachineFor(projectId: string, refusal: string): Promise<boolean> {
  try {
    toast.info(t('notebook.machineStarting'), { id: toastId, duration: null });
    const isStarted = await runCommand('machine.start');
    const found = isStarted ? (await api.call(machine.readMachine, { params: { projectId } })).data : null;
    toast.dismiss(toastId);
    if (found && canRunCode(found)) return true;
    toast.info(t(refusal), { id: toastId });
  } catch (error) {
    toast.error(errorText(error), { id: toastId });
  }
  return false;
}
