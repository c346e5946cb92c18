import { notebook, type CompletionReply } from '@groma/protocol';
import { api } from '../../../platform/api.ts';

/**
 * What the kernel of a notebook can be asked of code while it is written. Nothing comes where there is no kernel, or no
 * answer.
 */
export interface KernelQuestions {
  complete(code: string, cursor: number, signal?: AbortSignal): Promise<CompletionReply | null>;
  inspect(code: string, cursor: number, signal?: AbortSignal): Promise<string | null>;
}

/** Asks the server, but only while a kernel is known to be there. Help that fails is no help, and nothing to tell. */
export function kernelQuestions(projectId: string, notebookId: string, hasKernel: boolean): KernelQuestions {
  const params = { notebookId, projectId };
  const asked = (signal?: AbortSignal) => ({ params, ...(signal && { signal }) });
  return {
    async complete(code, cursor, signal) {
      if (!hasKernel) return null;
      return api.call(notebook.completeCode, { ...asked(signal), body: { code, cursor } }).then(
        ({ data }) => data,
        () => null,
      );
    },
    async inspect(code, cursor, signal) {
      if (!hasKernel) return null;
      return api.call(notebook.inspectCode, { ...asked(signal), body: { code, cursor } }).then(
        ({ data }) => data.text,
        () => null,
      );
    },
  };
}
