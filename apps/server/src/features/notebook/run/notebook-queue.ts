import {
  cellOf,
  findBlock,
  GromaError,
  notebookCells,
  readCellState,
  resetCell,
  setCell,
  type ProjectId,
} from '@groma/model';
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { isWithoutRoom } from '../../../platform/database/without-database.ts';
import type { LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import { RunLeft } from '../../../platform/kernel/supervisor/run-reader.ts';
import type { LiveDocument } from '../../../platform/live/live-document.ts';
import { settleCells } from '../record/settle-cells.ts';
import { NotebookKernels } from './notebook-kernels.ts';
import { kernelLanguageOf } from '../../../platform/kernel/language-kernel.ts';
import type { KernelLanguage } from '../../../platform/kernel/sandbox.ts';
import { keepItem, type KeptItem, type QueueItem } from './queue-item.ts';
import { ItemRunner, type QueueParts } from './item-runner.ts';
import { itemsOf, untilThere, type CodeOfBlock, type EnteringBlocks } from './queued-blocks.ts';
import { lateOptions, type RunNotebook } from './run-sink.ts';
import { resumeItem } from './resume-item.ts';
import { WaitingBlocks } from './waiting-blocks.ts';

/** A block whose code runs, with the person whose rights it has. */
export interface RunningBlock {
  userId: string;
  blockId: string;
  code: string;
}

const lookAgainMs = 30;
/**
 * How long the answer to a stop waits for its effect; code that does not heed it goes on until somebody ends its
 * kernel.
 */
const stopPatienceMs = 5_000;
const lostNotice =
  'The machine was lost while this block ran. Its variables are lost; run the blocks again that define them.\n';

/**
 * The runs of one notebook: a queue in which one block runs after another (KRN-050). What happens is written into the
 * notebook's live document, so that everybody sees it and a closed tab loses nothing.
 */
export class NotebookQueue {
  readonly #notebookId: string;
  readonly #projectId: ProjectId;
  readonly #parts: QueueParts;
  readonly #kernels: NotebookKernels;
  readonly #waiting = new WaitingBlocks();
  readonly #runner: ItemRunner;
  readonly #notebook: RunNotebook = {
    hasRoom: () => !this.#parts.documents.isShortOfSpace,
    keep: (pieces) =>
      this.#parts.outputs.keep(this.#notebookId, pieces).catch((error: unknown) => {
        if (isWithoutRoom(error)) this.#parts.documents.noteFull();
        throw error;
      }),
    drop: (outputIds) => this.#parts.outputs.drop(this.#notebookId, outputIds),
    later: async (work) => {
      while (!this.#isClosed && this.#parts.documents.isShortOfSpace) await sleep(lookAgainMs);
      if (!this.#isClosed) await this.#withDocument(work);
    },
  };
  /**
   * Has the kernel forget runs that could not be written whole: once the mark of the notebook is gone, for until then a
   * server that starts anew asks for them.
   */
  readonly #unwritten: (() => void)[] = [];
  #running: QueueItem | null = null;
  readonly #entering = new Set<EnteringBlocks>();
  #work: Promise<void> | null = null;
  /** The newest time that the queue has come to rest, until that is on disk. */
  #resting: Promise<void> | null = null;
  #isClosed = false;
  #isLeft = false;

  constructor(notebookId: string, projectId: ProjectId, parts: QueueParts) {
    this.#notebookId = notebookId;
    this.#projectId = projectId;
    this.#parts = parts;
    this.#kernels = new NotebookKernels(notebookId, projectId, parts.machines);
    this.#runner = new ItemRunner({
      notebookId,
      projectId,
      parts,
      kernels: this.#kernels,
      waiting: this.#waiting,
      notebook: this.#notebook,
      isClosed: () => this.#isClosed,
      isLeft: () => this.#isLeft,
      keepBack: (forget) => this.#unwritten.push(forget),
      readAgain: (item) => {
        this.#waiting.push(item);
        this.#goOn();
      },
      withDocument: (work) => this.#withDocument(work),
    });
  }

  get projectId(): ProjectId {
    return this.#projectId;
  }

  /** Nothing runs, waits or is about to, so that the queue may be forgotten. */
  get isIdle(): boolean {
    return this.#work === null && this.#resting === null && this.#hasNothing();
  }

  /**
   * Queues blocks and tells how many. Empty code, and blocks that already run or wait, are skipped.
   * @throws GromaError NOT_FOUND when none of the blocks is in the notebook
   */
  async enqueue(blocks: readonly CodeOfBlock[], userId: string): Promise<number> {
    const entering: EnteringBlocks = { userId, blocks };
    this.#entering.add(entering);
    try {
      return await this.#withDocument(async (document) => {
        await untilThere(document.doc, entering);
        const wanted = itemsOf(document.doc, blocks, userId, (codeId) => this.#holds(codeId));
        await this.#keep(wanted);
        // Somebody may have queued the same block meanwhile, or stopped it.
        const items = wanted.filter(
          ({ codeId, blockId }) =>
            !this.#holds(codeId) &&
            cellOf(document.doc, codeId) &&
            entering.blocks.some((block) => block.blockId === blockId),
        );
        document.transact((doc) => {
          for (const [i, item] of items.entries())
            resetCell(cellOf(doc, item.codeId)!, { status: 'queued', queuePlace: this.#waiting.length + i + 1 });
          this.#waiting.push(...items);
          this.#waiting.number(doc);
        });
        return items.length;
      });
    } finally {
      this.#entering.delete(entering);
      this.#goOn();
    }
  }

  /**
   * Goes on with what a server before has left: the run that its kernel still holds, and what waits behind it. Blocks
   * whose kernel is gone become idle, and those that ran say why.
   */
  async resume(kept: readonly KeptItem[]): Promise<void> {
    const kernels = await this.#kernels.allKnown(kept);
    await this.#withDocument(async (document) => {
      const items = kept.flatMap((item) =>
        resumeItem(document.doc, item, kernels.get(kernelLanguageOf(item.language)) ?? null),
      );
      const codeIds = new Set(items.map(({ codeId }) => codeId));
      document.transact((doc) => {
        settleCells(doc, lostNotice, (codeId) => !codeIds.has(codeId));
      });
      await document.whenSaved();
      this.#waiting.push(...items);
    });
    if (this.#waiting.length === 0) return this.#parts.marks.clear(this.#notebookId, () => this.#hasNothing());
    this.#goOn();
  }

  /**
   * Takes what the threads of runs still say that a server before has read to their end. Where nothing could be gone on
   * with, what executes is left to the server that comes next.
   */
  goOnLate(kernel: LastingKernelSession, isResumed: boolean): void {
    const going = new Set([this.#running, ...this.#waiting].map((item) => item?.runId));
    const ended = kernel.leftRuns.filter((runId) => !going.has(runId) && (isResumed || !kernel.holdsRun(runId)));
    for (const runId of ended) kernel.followEnded(runId, lateOptions(runId, this.#notebook));
  }

  /**
   * Empties the queue and interrupts what runs; resolves when it has stopped, or does not heed that for a while. Tells
   * how many blocks that were. Blocks that the document calls running though nothing runs them, as after a failure to
   * write, become idle too.
   */
  async stopAll(): Promise<number> {
    const stopped = await this.#stop(() => true);
    await this.#withDocument(async (document) => {
      document.transact((doc) => {
        settleCells(doc, null, (codeId) => !this.#holds(codeId));
      });
      await document.whenSaved();
    });
    return stopped;
  }

  async stopBlock(blockId: string): Promise<number> {
    return this.#stop((item) => item.blockId === blockId);
  }

  /** Who has asked for what runs and waits, or is about to. */
  get starters(): ReadonlySet<string> {
    return new Set(
      [...(this.#running ? [this.#running] : []), ...this.#waiting, ...this.#entering].flatMap(
        ({ userId }) => userId ?? [],
      ),
    );
  }

  /** The block that runs on the kernel of a language, and who has asked for that. */
  runningOn(language: KernelLanguage): RunningBlock | null {
    const item = this.#running;
    if (item?.userId === undefined || kernelLanguageOf(item.language) !== language) return null;
    return { userId: item.userId, blockId: item.blockId, code: item.code };
  }

  /**
   * Ends the kernel on which a block runs, with all its variables; tells whether there was one. A block that does not
   * run has nothing to end.
   */
  async endKernel(blockId: string): Promise<number> {
    return this.#endKernelOf((item) => item.blockId === blockId);
  }

  /**
   * Gives a line to the code of a block that waits for it; tells whether it was taken: 1, else 0. A line may be code,
   * as in a debugger, and has the rights of who runs the block: nobody else may give it.
   *
   * @throws GromaError FORBIDDEN
   */
  async answer(
    blockId: string,
    userId: string,
    { inputId, value }: { inputId: string; value: string },
  ): Promise<number> {
    const running = this.#running;
    if (running?.blockId !== blockId) return 0;
    if (running.userId !== undefined && running.userId !== userId)
      throw new GromaError('FORBIDDEN', { action: 'answer', subject: 'code block' });
    return (await (await this.#kernels.known(running))?.answer(inputId, value)) === true ? 1 : 0;
  }

  /** Stops what one person has asked for, who may run nothing any more: what does not heed it is ended. */
  async stopOf(userId: string): Promise<number> {
    const stopped = await this.#stop((item) => item.userId === userId);
    await this.#endKernelOf((item) => item.userId === userId);
    return stopped;
  }

  /** Clears outputs of blocks that neither run nor wait (KRN-055); of one block, or of all. */
  async clear(blockId?: string): Promise<number> {
    return this.#withDocument(async (document) => {
      const only = blockId === undefined ? null : (findBlock(document.doc, blockId)?.codeId ?? '');
      let cleared = 0;
      document.transact((doc) => {
        for (const [codeId, cell] of notebookCells(doc).entries()) {
          if ((only !== null && codeId !== only) || !(cell instanceof Y.Map) || this.#holds(codeId)) continue;
          resetCell(cell);
          cleared += 1;
        }
      });
      await document.whenSaved();
      return cleared;
    });
  }

  /** Stops everything for good, because the notebook goes away. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    this.#running?.aborter.abort();
    await this.#work;
    await this.#resting;
  }

  /** This server stops; what runs and waits is left as it is to the next one. */
  leave(): void {
    this.#isClosed = true;
    this.#isLeft = true;
    this.#waiting.clear();
  }

  async #stop(isMeant: (item: Pick<QueueItem, 'blockId' | 'userId'>) => boolean): Promise<number> {
    const turnedAway = this.#turnAway(isMeant);
    const dropped = this.#waiting.drop(isMeant);
    if (dropped.length > 0) {
      await this.#withDocument(async (document) => {
        document.transact((doc) => {
          this.#waiting.release(doc, dropped);
        });
      });
    }
    const running = this.#running;
    if (!running || !isMeant(running)) return turnedAway + dropped.length;
    await this.#interrupt(running);
    await this.#untilEnded(running);
    return turnedAway + dropped.length + 1;
  }

  /** Lets blocks that are on their way into the queue not come into it; tells how many. */
  #turnAway(isMeant: (item: Pick<QueueItem, 'blockId' | 'userId'>) => boolean): number {
    let count = 0;
    for (const entering of this.#entering) {
      const { userId, blocks } = entering;
      entering.blocks = blocks.filter(({ blockId }) => !isMeant({ blockId, userId }));
      count += blocks.length - entering.blocks.length;
    }
    return count;
  }

  /** Interrupts what runs, as often as it is asked for; everybody sees since when. */
  async #interrupt(item: QueueItem): Promise<void> {
    const isRepeated = item.aborter.signal.aborted;
    item.aborter.abort();
    if (isRepeated) {
      return (await this.#kernels.known(item))?.interrupt();
    }
    await this.#withDocument(async (document) => {
      const cell = cellOf(document.doc, item.codeId);
      if (this.#running === item && cell && readCellState(cell).status === 'running')
        document.transact(() => {
          setCell(cell, { stoppingSince: Date.now() });
        });
    });
  }

  async #endKernelOf(isMeant: (item: QueueItem) => boolean): Promise<number> {
    const running = this.#running;
    if (!running || !isMeant(running)) return 0;
    running.aborter.abort();
    await this.#kernels.end(running);
    await this.#untilEnded(running);
    return 1;
  }

  async #untilEnded(item: QueueItem): Promise<void> {
    const end = performance.now() + stopPatienceMs;
    while (this.#running === item && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }

  /** Puts on disk what runs and waits, and what is about to. */
  #keep(more: readonly QueueItem[]): Promise<void> {
    return this.#parts.marks.set(
      this.#notebookId,
      [...(this.#running ? [this.#running] : []), ...this.#waiting, ...more].map(keepItem),
    );
  }

  #hasNothing(): boolean {
    return this.#entering.size === 0 && this.#waiting.length === 0 && !this.#running;
  }

  #holds(codeId: string): boolean {
    return this.#running?.codeId === codeId || this.#waiting.holds(codeId);
  }

  #goOn(): void {
    if (this.#work) return;
    this.#work = this.#workOff()
      .catch((error: unknown) => {
        this.#parts.log.error('The runs of a notebook came to a halt.', { notebookId: this.#notebookId, error });
      })
      .finally(() => {
        this.#work = null;
        if (this.#waiting.length > 0) this.#goOn();
        else if (!this.#isLeft) this.#rest();
      });
  }

  /** Once all is on disk the mark goes, unless there is work again by then, which does not wait for this. */
  #rest(): void {
    const resting = (async () => {
      if (!this.#isClosed) await this.#withDocument((document) => document.whenSaved()).catch(() => undefined);
      await this.#parts.marks.clear(this.#notebookId, () => this.#hasNothing());
      for (const forget of this.#unwritten.splice(0)) forget();
    })()
      .catch((error: unknown) => {
        this.#parts.log.error('The mark of a notebook stayed.', { notebookId: this.#notebookId, error });
      })
      .finally(() => {
        if (this.#resting === resting) this.#resting = null;
      });
    this.#resting = resting;
  }

  async #workOff(): Promise<void> {
    for (let item = this.#waiting.shift(); item; item = this.#waiting.shift()) {
      this.#running = item;
      try {
        await this.#runner.run(item);
      } catch (error) {
        if (error instanceof RunLeft) return;
        this.#parts.log.error('A run failed.', { notebookId: this.#notebookId, error });
        await this.#runner.settleFailed(item).catch(() => undefined);
      }
      this.#running = null;
    }
  }

  async #withDocument<Result>(work: (document: LiveDocument) => Promise<Result>): Promise<Result> {
    const { document, release } = await this.#parts.documents.open(this.#notebookId);
    try {
      return await work(document);
    } finally {
      release();
    }
  }
}
