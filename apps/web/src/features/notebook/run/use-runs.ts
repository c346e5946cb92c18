import { confirm, toast } from '@groma/ui';
import { useCallback, useMemo, useState } from 'react';
import { queryClient } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { createKernel } from './create-kernel.ts';
import {
  clearAll,
  clearBlock,
  endKernel,
  restartKernel,
  runBlock,
  runBlocks,
  stopAll,
  stopBlock,
  type CodeOfBlock,
} from './room-calls.ts';
import { machineKey, useMachine, type MachineView } from './use-machine.ts';

export interface Runs {
  machine: MachineView;
  isCreatingKernel: boolean;
  run(block: CodeOfBlock): Promise<boolean>;
  runAll(blocks: readonly CodeOfBlock[]): Promise<boolean>;
  stop(blockId: string): void;
  /** Ends the kernel on which a block runs. */
  endKernel(blockId: string): void;
  stopAll(): void;
  clear(blockId: string): void;
  clearAll(): void;
  /** Asks once, then restarts the kernel; true when it was. */
  restart(): Promise<boolean>;
}

/** Running code: the machine must be accessible (KRN-036), and the kernel is made on demand (KRN-029). */
export function useRuns(projectId: string, notebookId: string): Runs {
  const machine = useMachine(projectId, notebookId);
  const { isAccessible, hasKernel } = machine;
  const [isCreatingKernel, setCreating] = useState(false);

  const makeReady = useCallback(
    async (refusal: string): Promise<boolean> => {
      if (isCreatingKernel) return false;
      if (!isAccessible) {
        toast.info(t(refusal), { id: 'machine-first' });
        return false;
      }
      if (hasKernel) return true;
      setCreating(true);
      const isReady = await createKernel(projectId, notebookId);
      await queryClient.invalidateQueries({ queryKey: machineKey(projectId) });
      setCreating(false);
      if (!isReady) toast.error(t('notebook.kernelFailed'));
      return isReady;
    },
    [projectId, notebookId, isAccessible, hasKernel, isCreatingKernel],
  );

  const actions = useMemo(
    () => ({
      run: async (block: CodeOfBlock) =>
        block.code.trim() !== '' && (await makeReady('notebook.startMachineFirst')) && runBlock(notebookId, block),
      runAll: async (blocks: readonly CodeOfBlock[]) =>
        (await makeReady('notebook.pleaseStartMachine')) && runBlocks(notebookId, blocks),
      stop: (blockId: string) => {
        void stopBlock(notebookId, blockId);
      },
      endKernel: (blockId: string) => {
        void endKernel(notebookId, blockId);
      },
      stopAll: () => {
        void stopAll(notebookId);
      },
      clear: (blockId: string) => {
        void clearBlock(notebookId, blockId);
      },
      clearAll: () => {
        void clearAll(notebookId);
      },
      restart: () => askRestart(projectId, notebookId),
    }),
    [projectId, notebookId, makeReady],
  );

  return { machine, isCreatingKernel, ...actions };
}

async function askRestart(projectId: string, notebookId: string): Promise<boolean> {
  const isSure = await confirm({
    title: t('notebook.restart.title'),
    body: t('notebook.restart.body'),
    confirmLabel: t('notebook.restart.confirm'),
    danger: true,
  });
  if (!isSure || !(await restartKernel(notebookId))) return false;
  await queryClient.invalidateQueries({ queryKey: machineKey(projectId) });
  toast.success(t('notebook.restart.done'));
  return true;
}
