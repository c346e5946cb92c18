import { toast } from '@groma/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { onRoomMessage } from '../../../platform/project-room.ts';
import { useSession } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import type { MachineView } from './use-machine.ts';

/** Why a notebook has lost its kernel, and with it its variables. */
export type KernelLoss = 'died' | 'stopped';

type MachineNews = Readonly<Record<string, unknown>>;

/** What news of the machine means for a notebook that had a kernel before: null when it still has one. */
export function lossOf(news: MachineNews, notebookId: string): KernelLoss | null {
  const activeKernels = news['activeKernels'];
  if (Array.isArray(activeKernels) && activeKernels.includes(notebookId)) return null;
  return news['status'] === 'Accessible' ? 'died' : 'stopped';
}

/**
 * Says that the variables of a notebook are lost, until it has a kernel again or the notice is dismissed. What happened
 * while nothing could be told is seen by the kernel that is missing. Restarts by others are said too.
 */
export function useKernelLoss(
  notebookId: string,
  { hasKernel, isAccessible }: MachineView,
): { loss: KernelLoss | null; dismiss(): void } {
  const [loss, setLoss] = useState<KernelLoss | null>(null);
  const userId = useSession().id;
  const had = useRef(hasKernel);
  const wasSeen = useRef(hasKernel);
  useEffect(() => {
    if (hasKernel) had.current = true;
    // Nobody has told why.
    else if (wasSeen.current && had.current) setLoss(isAccessible ? 'died' : 'stopped');
    wasSeen.current = hasKernel;
  }, [hasKernel, isAccessible]);
  useEffect(
    () =>
      onRoomMessage('Machine_Changed', (message) => {
        const found = lossOf(message, notebookId);
        if (found === null || had.current) setLoss(found);
        had.current = found === null;
      }),
    [notebookId],
  );
  useEffect(
    () =>
      onRoomMessage('Kernel_Restarted', (message) => {
        if (message['notebookId'] === notebookId && message['userId'] !== userId)
          toast.info(t('notebook.restart.byOther', { name: String(message['username'] ?? '') }), {
            id: `restarted-${notebookId}`,
          });
      }),
    [notebookId, userId],
  );
  return { loss: hasKernel ? null : loss, dismiss: useCallback(() => setLoss(null), []) };
}
