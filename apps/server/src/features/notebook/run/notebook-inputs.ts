import { inputValues, type ProjectId } from '@groma/model';
import type * as Y from 'yjs';
import type { KernelLanguage } from '../../../platform/kernel/sandbox.ts';
import type { KernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { Log } from '../../../platform/log.ts';
import { assignments } from '../../../platform/kernel/language-kernel.ts';
import type { NotebookMachines } from '../record/notebook-machines.ts';

/** A slider that is dragged is set a few times a second, not at every pixel. */
const changePauseMs = 150;

interface Known {
  kernelId: string;
  epoch: number;
  text: string;
}

/**
 * Gives the values of input blocks to the kernels (NBK-105): all of them before each run, so that code cannot have
 * changed them unseen, and those of a notebook again whenever one of them changes while its Python kernel is alive. A
 * change alone runs no block.
 */
export class NotebookInputs {
  readonly #documents: LiveDocuments;
  readonly #machines: Pick<NotebookMachines, 'knownKernel'>;
  readonly #log: Log;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #known = new Map<string, Known>();

  constructor(documents: LiveDocuments, machines: Pick<NotebookMachines, 'knownKernel'>, log: Log) {
    this.#documents = documents;
    this.#machines = machines;
    this.#log = log;
  }

  /** Sets them on a kernel; resolves when code sees them. */
  async set(
    notebookId: string,
    doc: Y.Doc,
    kernel: KernelSession,
    language: KernelLanguage,
    signal?: AbortSignal,
  ): Promise<void> {
    const values = inputValues(doc);
    if (language !== 'python') {
      if (values.length > 0)
        await kernel.execute(assignments(language, values), {
          isSilent: true,
          onOutput: () => undefined,
          ...(signal && { signal }),
        });
      return;
    }
    if (values.length === 0) return void this.#known.delete(notebookId);
    const text = JSON.stringify(Object.fromEntries(values.map(({ name, value }) => [name, value])));
    this.#known.set(notebookId, { kernelId: kernel.id, epoch: kernel.epoch, text });
    await kernel.execute(assignments(language, values), {
      isSilent: true,
      onOutput: () => undefined,
      ...(signal && { signal }),
    });
  }

  /** A notebook was edited: looks in a moment whether an input has changed. */
  onEdited(notebookId: string, projectOf: () => Promise<ProjectId | null>): void {
    if (!this.#known.has(notebookId) || this.#timers.has(notebookId)) return;
    this.#timers.set(
      notebookId,
      setTimeout(() => {
        this.#timers.delete(notebookId);
        this.#follow(notebookId, projectOf).catch((error: unknown) => {
          this.#log.error('The inputs of a notebook did not reach its kernel.', { notebookId, error });
        });
      }, changePauseMs),
    );
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  async #follow(notebookId: string, projectOf: () => Promise<ProjectId | null>): Promise<void> {
    const projectId = await projectOf();
    const kernel = projectId && (await this.#machines.knownKernel(projectId, notebookId));
    const known = this.#known.get(notebookId);
    if (!kernel || kernel.status === 'dead' || !known) return;
    const { document, release } = await this.#documents.open(notebookId);
    try {
      const text = JSON.stringify(
        Object.fromEntries(inputValues(document.doc).map(({ name, value }) => [name, value])),
      );
      const isSame = known.kernelId === kernel.id && known.epoch === kernel.epoch && known.text === text;
      if (!isSame) await this.set(notebookId, document.doc, kernel, 'python');
    } finally {
      release();
    }
  }
}
