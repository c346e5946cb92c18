import { GromaError, type ProjectId } from '@groma/model';
import { knownKernelNames, languageOfKernel } from './kernel-names.ts';
import type { MachineRegistry } from './machine-registry.ts';

/**
 * Answers `Create_Kernel` of the project room with a text (KRN-030): "Kernel created", "Kernel already exists"
 * (KRN-031), or one that begins "Kernel creation failed" (KRN-032). `envId` is an environment or the name of a
 * kernelspec; python when it is empty (KRN-034).
 */
export async function createKernel(
  registry: MachineRegistry,
  request: { projectId: ProjectId; notebookId: string; envId?: string | undefined },
): Promise<string> {
  const { projectId, notebookId, envId } = request;
  const language = languageOfKernel(envId || 'python');
  try {
    if (!language)
      throw new GromaError('KERNEL_FAILED', {
        detail: `there is no environment "${envId}", only ${knownKernelNames.join(', ')}`,
      });
    if (registry.hasKernel(projectId, notebookId, language)) return 'Kernel already exists';
    await registry.kernelFor(projectId, notebookId, language);
    return 'Kernel created';
  } catch (error) {
    if (!(error instanceof GromaError)) throw error;
    return error.code === 'KERNEL_FAILED' ? error.message : `Kernel creation failed: ${error.message}`;
  }
}
