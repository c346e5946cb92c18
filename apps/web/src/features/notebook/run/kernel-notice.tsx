import { Button, Note } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { useKernelLoss } from './use-kernel-loss.ts';

/** Above the blocks: the kernel is gone, and with it the variables. */
export function KernelNotice({ notebookId, hasKernel }: { notebookId: string; hasKernel: boolean }) {
  const t = useText();
  const { loss, dismiss } = useKernelLoss(notebookId, hasKernel);
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
