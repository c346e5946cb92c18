import type { MachineStatus, ProjectId } from '@groma/model';
import type { KernelSession } from '../../platform/kernel/kernel-session.ts';

/** What notebooks need of machines; handed in by main. */
export interface NotebookMachines {
  report(projectId: ProjectId): { status: MachineStatus };
  /** The kernel of a notebook, made on demand. @throws GromaError MACHINE_NOT_ACCESSIBLE, KERNEL_FAILED */
  kernelFor(projectId: ProjectId, notebookId: string): Promise<KernelSession>;
  stopKernel(projectId: ProjectId, notebookId: string): Promise<void>;
  /** Answers Create_Kernel with its text. */
  createKernel(request: { projectId: ProjectId; notebookId: string; envId?: string | undefined }): Promise<string>;
}
