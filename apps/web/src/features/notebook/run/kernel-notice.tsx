import { Button, Note } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { useKernelLoss } from './use-kernel-loss.ts';
import type { MachineView } from './use-machine.ts';

/** Above the blocks: the kernel is gone, and with it the variables. */
export function KernelNotice({ notebookId, machine }: { notebookId: string; machine: MachineView }) {
  const t = useText();
  const { loss, dismiss } = useKernelLoss(notebookId, machine);
  if (!loss) return null;
  return (
    <div className="notebook-notice" role="alert">
      <Note kind="warning">
        <span className="kernel-notice">
          {t(`notebook.kernelLoss.${loss}`)}
          <Button size="s" onClick={dismiss}>
            {t('notebook.dismiss')}
          </Button>
        </span>
      </Note>
    </div>
  );
}
