import { canRunCode, GromaError, type ProjectId } from '@groma/model';
import type { MainMessage } from '@groma/protocol';
import type { QueueParts } from './item-runner.ts';
import { NotebookQueue, type RunningBlock } from './notebook-queue.ts';

/** A person for whom code of a kernel acts, with the block that runs; without one, it may only read. */
export type ActingPerson = Pick<RunningBlock, 'userId'> & ({ blockId: string; code: string } | { blockId: null });

/** The runs of all notebooks of this process. */
export class NotebookRuns {
  readonly #parts: QueueParts;
  readonly #queues = new Map<string, NotebookQueue>();
  /** Who waits for the answer of a kernel to an editor's question, by notebook. */
  readonly #asking = new Map<string, string[]>();

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /**
   * Does what a post to a notebook's room asks for; tells how many blocks it concerned.
   * @throws GromaError MACHINE_NOT_ACCESSIBLE, NOT_FOUND for a block that is not there
   */
  async handle(projectId: ProjectId, notebookId: string, userId: string, message: MainMessage): Promise<number> {
    const queue = this.#queueOf(projectId, notebookId);
    switch (message.type) {
      case 'Enqueue_Code':
        return this.#enqueue(queue, projectId, userId, [message]);
      case 'Enqueue_Blocks':
        return this.#enqueue(queue, projectId, userId, message.blocks);
      case 'Stop_All':
        return queue.stopAll();
      case 'Stop_Block':
        return queue.stopBlock(message.blockId);
      case 'End_Kernel':
        return queue.endKernel(message.blockId);
      case 'Answer_Input':
        return queue.answer(message.blockId, userId, message);
      case 'Restart_Kernel':
        return this.#restart(queue, projectId, notebookId);
      case 'Clear_All':
        return queue.clear();
      case 'Clear_Block':
        return queue.clear(message.blockId);
      default:
        return message satisfies never;
    }
  }

  /** Goes on with what a server before has left running and waiting. */
  async resume(): Promise<void> {
    const { marks, machines, log } = this.#parts;
    const failed = new Set<string>();
    for (const { notebookId, projectId, queue } of await marks.all()) {
      try {
        await this.#queueOf(projectId, notebookId).resume(queue);
      } catch (error) {
        failed.add(notebookId);
        log.error('The runs of a notebook could not be gone on with.', { notebookId, error });
      }
    }
    for (const { projectId, notebookId, kernel } of await machines.kernels())
      this.#queueOf(projectId, notebookId).goOnLate(kernel, !failed.has(notebookId));
  }

  /** Stops what people run in a project in which they may run nothing any more. */
  async stopRevoked(projectId: ProjectId, mayRun: (userId: string) => Promise<boolean>): Promise<void> {
    const queues = [...this.#queues.values()].filter((queue) => queue.projectId === projectId);
    for (const userId of new Set(queues.flatMap(({ starters }) => [...starters]))) {
      if (!(await mayRun(userId))) await Promise.all(queues.map((queue) => queue.stopOf(userId)));
    }
  }

  /**
   * Whose rights the code of a notebook's Python kernel has: those of who has asked for the block that runs, else of
   * who has just asked an editor's question, whose answer may run code that looks something up; null for nobody's.
   */
  acting(notebookId: string): ActingPerson | null {
    const running = this.#queues.get(notebookId)?.runningOn('python');
    if (running) return running;
    const userId = this.#asking.get(notebookId)?.at(-1);
    return userId === undefined ? null : { userId, blockId: null };
  }

  /** Has the kernel of a notebook asked something for a person. */
  async askFor<Result>(notebookId: string, userId: string, ask: () => Promise<Result>): Promise<Result> {
    const asking = this.#asking.get(notebookId) ?? [];
    this.#asking.set(notebookId, asking);
    asking.push(userId);
    try {
      return await ask();
    } finally {
      asking.splice(asking.indexOf(userId), 1);
      if (asking.length === 0) this.#asking.delete(notebookId);
    }
  }

  /** Ends runs and kernel of a notebook that is deleted. */
  async end(projectId: ProjectId, notebookId: string): Promise<void> {
    const queue = this.#queues.get(notebookId);
    this.#queues.delete(notebookId);
    await Promise.all([queue?.close(), this.#parts.machines.stopKernel(projectId, notebookId)]);
  }

  /** The server stops: interrupts everything and writes it down, or leaves it to the server that comes next. */
  async close(isLeaving: boolean): Promise<void> {
    if (isLeaving) {
      for (const queue of this.#queues.values()) queue.leave();
      return;
    }
    await Promise.all([...this.#queues.values()].map((queue) => queue.stopAll().catch(() => 0)));
  }

  async #restart(queue: NotebookQueue, projectId: ProjectId, notebookId: string): Promise<number> {
    if (!canRunCode(this.#parts.machines.report(projectId))) throw new GromaError('MACHINE_NOT_ACCESSIBLE');
    const stopped = await queue.stopAll();
    await this.#parts.machines.restartKernels(projectId, notebookId);
    return stopped;
  }

  async #enqueue(
    queue: NotebookQueue,
    projectId: ProjectId,
    userId: string,
    blocks: readonly { blockId: string; code: string }[],
  ): Promise<number> {
    const filled = blocks.filter(({ code }) => code.trim() !== '');
    if (filled.length === 0) return 0;
    if (!canRunCode(this.#parts.machines.report(projectId))) throw new GromaError('MACHINE_NOT_ACCESSIBLE');
    return queue.enqueue(filled, userId);
  }

  #queueOf(projectId: ProjectId, notebookId: string): NotebookQueue {
    for (const [id, queue] of this.#queues) if (id !== notebookId && queue.isIdle) this.#queues.delete(id);
    const queue = this.#queues.get(notebookId) ?? new NotebookQueue(notebookId, projectId, this.#parts);
    this.#queues.set(notebookId, queue);
    return queue;
  }
}
