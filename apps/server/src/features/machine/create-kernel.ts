import { GromaError, type ProjectId } from '@groma/model';
import type { MachineRegistry } from './machine-registry.ts';

/** The environments a kernel can be asked for by `envId`; python is the default (KRN-034). */
const kernelEnvironments = ['python'] as const;

/**
 * Answers `Create_Kernel` of the project room with a text (KRN-030): "Kernel created", "Kernel already exists"
 * (KRN-031), or one that begins "Kernel creation failed" (KRN-032).
 */
export async function createKernel(registry: MachineRegistry, request: { projectId: ProjectId; notebookId: string; envId?: string | undefined }): Promise<string> {
  const environment = request.envId || kernelEnvironments[0];
  try {
    if (!(kernelEnvironments as readonly string[]).includes(environment)) {
      throw new GromaError('KERNEL_FAILED', { detail: `there is no environment "${environment}", only ${kernelEnvironments.join(', ')}` });
    }
    if (registry.hasKernel(request.projectId, request.notebookId)) return 'Kernel already exists';
    await registry.kernelFor(request.projectId, request.notebookId);
    return 'Kernel created';
  } catch (error) {
    if (!(error instanceof GromaError)) throw error;
    return error.code === 'KERNEL_FAILED' ? error.message : `Kernel creation failed: ${error.message}`;
  }
}
