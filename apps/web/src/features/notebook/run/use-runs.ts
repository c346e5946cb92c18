import { confirm, toast } from '@groma/ui';
import { useCallback, useMemo, useRef, useState } from 'react';
import { queryClient } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { createKernel } from './create-kernel.ts';
import { startMachineFor } from './start-machine-for.ts';
import {
  answerInput,
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
  /** What a run that was asked for waits for; nothing else runs meanwhile. */
  preparing: 'machine' | 'kernel' | null;
  run(block: CodeOfBlock): Promise<boolean>;
  runAll(blocks: readonly CodeOfBlock[]): Promise<boolean>;
  stop(blockId: string): void;
  /** Ends the kernel on which a block runs. */
  endKernel(blockId: string): void;
  stopAll(): void;
  clear(blockId: string): void;
  clearAll(): void;
  /** Gives a line to code that asks for it. */
  answer(blockId: string, inputId: string, value: string): Promise<boolean>;
  /** Asks once, then restarts the kernel; true when it was. */
  restart(): Promise<boolean>;
}

/** Running code: the machine is started (SHL-145) and the kernel made (KRN-029) where there is none. */
export function useRuns(projectId: string, notebookId: string): Runs {
  const machine = useMachine(projectId, notebookId);
  const { isAccessible, hasKernel } = machine;
  const [preparing, setPreparing] = useState<Runs['preparing']>(null);
  /** Who runs more code meanwhile waits for the same machine and kernel. */
  const underWay = useRef<Promise<boolean> | null>(null);

  const makeReady = useCallback(
    async (refusal: string): Promise<boolean> => {
      const prepare = async (): Promise<boolean> => {
        if (!isAccessible) {
          setPreparing('machine');
          if (!(await startMachineFor(projectId, refusal))) return false;
        }
        setPreparing('kernel');
        return makeKernel(projectId, notebookId);
      };
      if (underWay.current) return underWay.current;
      if (isAccessible && hasKernel) return true;
      underWay.current = prepare().finally(() => {
        setPreparing(null);
        underWay.current = null;
      });
      return underWay.current;
    },
    [projectId, notebookId, isAccessible, hasKernel],
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
      answer: (blockId: string, inputId: string, value: string) => answerInput(notebookId, { blockId, inputId, value }),
      restart: () => askRestart(projectId, notebookId),
    }),
    [projectId, notebookId, makeReady],
  );

  return { machine, preparing, ...actions };
}

async function makeKernel(projectId: string, notebookId: string): Promise<boolean> {
  const isReady = await createKernel(projectId, notebookId);
  await queryClient.invalidateQueries({ queryKey: machineKey(projectId) });
  if (!isReady) toast.error(t('notebook.kernelFailed'));
  return isReady;
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
