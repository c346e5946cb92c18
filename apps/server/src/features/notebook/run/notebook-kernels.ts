import type { ProjectId } from '@groma/model';
import type { KernelLanguage } from '../../../platform/kernel/sandbox.ts';
import type { LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { NotebookMachines } from '../record/notebook-machines.ts';
import { kernelLanguageOf } from '../../../platform/kernel/language-kernel.ts';
import type { KeptItem, QueueItem } from './queue-item.ts';

/** The kernels of one notebook, by the blocks that run on them. */
export class NotebookKernels {
  readonly #notebookId: string;
  readonly #projectId: ProjectId;
  readonly #machines: NotebookMachines;

  constructor(notebookId: string, projectId: ProjectId, machines: NotebookMachines) {
    this.#notebookId = notebookId;
    this.#projectId = projectId;
    this.#machines = machines;
  }

  /**
   * The kernel that a block runs on, made on demand unless the block goes on with a run.
   * @throws GromaError MACHINE_NOT_ACCESSIBLE, KERNEL_FAILED
   */
  async open(item: QueueItem): Promise<LastingKernelSession> {
    const known = item.resumesAfter === undefined ? null : await this.known(item);
    return known ?? this.#machines.kernelFor(this.#projectId, this.#notebookId, kernelLanguageOf(item.language));
  }

  /** The kernel there is for a block, alive or not; null when there is none. */
  known({ language }: Pick<KeptItem, 'language'>): Promise<LastingKernelSession | null> {
    return this.#machines.knownKernel(this.#projectId, this.#notebookId, kernelLanguageOf(language));
  }

  /** The kernels there are for blocks, by their languages. */
  async allKnown(items: readonly KeptItem[]): Promise<Map<KernelLanguage, LastingKernelSession | null>> {
    const byLanguage = new Map(items.map((item) => [kernelLanguageOf(item.language), item]));
    return new Map(
      await Promise.all([...byLanguage].map(async ([language, item]) => [language, await this.known(item)] as const)),
    );
  }

  /** Ends the kernel that a block runs on, with all its variables. */
  end({ language }: Pick<KeptItem, 'language'>): Promise<void> {
    return this.#machines.endKernel(this.#projectId, this.#notebookId, kernelLanguageOf(language));
  }
}

/** Whether two blocks run on one kernel. */
export function isSameKernel(one: KeptItem, other: KeptItem): boolean {
  return kernelLanguageOf(one.language) === kernelLanguageOf(other.language);
}
