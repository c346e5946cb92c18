import type { MachineStatus, ProjectId } from '@groma/model';
import type { KernelLanguage } from '../../../platform/kernel/sandbox.ts';
import type { LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { ToldWidgets } from '../../../platform/kernel/supervisor/supervised-kernels.ts';

/** What notebooks need of machines; handed in by main. */
export interface NotebookMachines {
  report(projectId: ProjectId): { status: MachineStatus };
  /** The kernel of a notebook, made on demand. @throws GromaError MACHINE_NOT_ACCESSIBLE, KERNEL_FAILED */
  kernelFor(
    projectId: ProjectId,
    notebookId: string,
    language?: KernelLanguage,
    /** Names kernels beside those that people share; they do not outlive the server. */
    session?: string,
  ): Promise<LastingKernelSession>;
  /** Ends the kernels of such a session, whatever they do. */
  endSession(projectId: ProjectId, notebookId: string, session: string): Promise<void>;
  /** The kernel that a notebook has, alive or not; null when it has none. Makes none. */
  knownKernel(
    projectId: ProjectId,
    notebookId: string,
    language?: KernelLanguage,
  ): Promise<LastingKernelSession | null>;
  /** The kernels of all notebooks. */
  kernels(): Promise<{ projectId: ProjectId; notebookId: string; kernel: LastingKernelSession }[]>;
  /** Has the listener told what the widgets of all kernels do. */
  listenToWidgets(listener: (told: ToldWidgets) => void): void;
  /** Starts the kernels that a notebook has anew. @throws GromaError KERNEL_FAILED */
  restartKernels(projectId: ProjectId, notebookId: string): Promise<void>;
  stopKernel(projectId: ProjectId, notebookId: string): Promise<void>;
  /** Ends the kernel that a notebook has for one language, if it has one. */
  endKernel(projectId: ProjectId, notebookId: string, language: KernelLanguage): Promise<void>;
  /** Answers Create_Kernel with its text. */
  createKernel(request: { projectId: ProjectId; notebookId: string; envId?: string | undefined }): Promise<string>;
}
