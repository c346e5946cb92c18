import { notebook } from '@groma/protocol';
import { api } from '../../../platform/api.ts';

/**
 * What the reply to Create_Kernel means: a text that speaks of failure is one (KRN-032); any other leaves a kernel
 * (KRN-031).
 */
export function isKernelReady(reply: string): boolean {
  return !/fail/i.test(reply);
}

/** Makes the notebook's kernel (KRN-029, KRN-030). False when it could not be made. */
export async function createKernel(projectId: string, notebookId: string): Promise<boolean> {
  try {
    const reply = await api.open(notebook.postToProject, {
      params: { projectId },
      body: { type: 'Create_Kernel', notebookId },
    });
    return isKernelReady(await reply.text());
  } catch {
    return false;
  }
}
