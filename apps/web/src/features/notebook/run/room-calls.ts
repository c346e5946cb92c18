import { GromaError } from '@groma/model';
import { notebook } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';

export interface CodeOfBlock {
  blockId: string;
  code: string;
}

/**
 * What to say when a call failed: its own text for what the person can mend, else the call's (KRN-033, KRN-051 to
 * KRN-053).
 */
export function failureText(error: unknown, otherwise: string): string {
  if (!(error instanceof GromaError)) return t(otherwise);
  switch (error.code) {
    case 'KERNEL_FAILED':
      return t('notebook.kernelFailed');
    case 'MACHINE_NOT_ACCESSIBLE':
      return t('notebook.startMachineFirst');
    case 'NOTEBOOK_NOT_FOUND':
    case 'FORBIDDEN':
      return error.message;
    default:
      return t(otherwise);
  }
}

type Message = Parameters<typeof post>[1];

async function post(
  notebookId: string,
  body: NonNullable<Parameters<typeof api.call<typeof notebook.postToNotebook>>[1]>['body'],
): Promise<void> {
  await api.call(notebook.postToNotebook, { params: { notebookId }, body });
}

async function attempt(notebookId: string, message: Message, otherwise: string): Promise<boolean> {
  try {
    await post(notebookId, message);
    return true;
  } catch (error) {
    toast.error(failureText(error, otherwise));
    return false;
  }
}

/** Queues one block (KRN-047). Empty code makes no call (KRN-035). */
export async function runBlock(notebookId: string, { blockId, code }: CodeOfBlock): Promise<boolean> {
  return code.trim() !== '' && attempt(notebookId, { type: 'Enqueue_Code', blockId, code }, 'notebook.runFailed');
}

/** The blocks that hold code (KRN-037). */
export function filledBlocks(blocks: readonly CodeOfBlock[]): CodeOfBlock[] {
  return blocks.filter(({ code }) => code.trim() !== '');
}

/** Queues all blocks that hold code, in their order (KRN-048); empty ones are left out (KRN-037). */
export async function runBlocks(notebookId: string, blocks: readonly CodeOfBlock[]): Promise<boolean> {
  const filled = filledBlocks(blocks);
  return filled.length > 0 && attempt(notebookId, { type: 'Enqueue_Blocks', blocks: filled }, 'notebook.runAllFailed');
}

export async function stopBlock(notebookId: string, blockId: string): Promise<boolean> {
  return attempt(notebookId, { type: 'Stop_Block', blockId }, 'notebook.stopFailed');
}

/** Gives a line to code that asks for it; false when it was not taken. */
export async function answerInput(
  notebookId: string,
  answer: { blockId: string; inputId: string; value: string },
): Promise<boolean> {
  return attempt(notebookId, { type: 'Answer_Input', ...answer }, 'notebook.ask.failed');
}

/** Ends the kernel on which a block runs that does not heed a stop (KRN-061). */
export async function endKernel(notebookId: string, blockId: string): Promise<boolean> {
  return attempt(notebookId, { type: 'End_Kernel', blockId }, 'notebook.stopFailed');
}

export async function stopAll(notebookId: string): Promise<boolean> {
  return attempt(notebookId, { type: 'Stop_All' }, 'notebook.stopFailed');
}

export async function clearBlock(notebookId: string, blockId: string): Promise<boolean> {
  return attempt(notebookId, { type: 'Clear_Block', blockId }, 'notebook.clearFailed');
}

export async function clearAll(notebookId: string): Promise<boolean> {
  return attempt(notebookId, { type: 'Clear_All' }, 'notebook.clearFailed');
}

/** Ends the kernel with all its variables and everything that runs or waits, and has a new one made. */
export async function restartKernel(notebookId: string): Promise<boolean> {
  return attempt(notebookId, { type: 'Restart_Kernel' }, 'notebook.restart.failed');
}
