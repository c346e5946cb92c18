import {
  cellOf,
  cellOutputs,
  GromaError,
  inputValues,
  setCell,
  setCellRun,
  type CellState,
  type NotebookOutput,
  type ProjectId,
} from '@groma/model';
import type { ExecuteResult } from '../../../platform/kernel/kernel-session.ts';
import { RunUnread } from '../../../platform/kernel/supervisor/run-reader.ts';
import type { LiveDocument } from '../../../platform/live/live-document.ts';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutputStore } from '../output/output-store.ts';
import type { NotebookMachines } from '../record/notebook-machines.ts';
import { kernelLanguageOf } from '../../../platform/kernel/language-kernel.ts';
import type { NotebookInputs } from './notebook-inputs.ts';
import { isSameKernel, type NotebookKernels } from './notebook-kernels.ts';
import type { QueueItem } from './queue-item.ts';
import { readDatabase, type QueryDatabase } from './read-database.ts';
import { isForAnew, isToGoOn, reopenNotebook } from './reopen-notebook.ts';
import { beginRun, runBlock } from './run-block.ts';
import type { RunMarks } from './run-marks.ts';
import { RunWithoutRoom, type RunNotebook } from './run-sink.ts';
import type { WaitingBlocks } from './waiting-blocks.ts';

export interface QueueParts {
  documents: LiveDocuments;
  machines: NotebookMachines;
  marks: RunMarks;
  outputs: OutputStore;
  inputs: NotebookInputs;
  queryDatabase: QueryDatabase;
  log: Log;
}

/** The queue of a notebook, as the runner of its blocks sees it. */
interface Queue {
  notebookId: string;
  projectId: ProjectId;
  parts: QueueParts;
  kernels: NotebookKernels;
  waiting: WaitingBlocks;
  notebook: RunNotebook;
  /** The notebook goes away, or this server stops. */
  isClosed(): boolean;
  /** This server stops, and the next one goes on. */
  isLeft(): boolean;
  /** Has the kernel forget a run that could not be written whole only once the queue has come to rest. */
  keepBack(forget: () => void): void;
  /** Puts a block back whose end is not on disk. */
  readAgain(item: QueueItem): void;
  withDocument<Result>(work: (document: LiveDocument) => Promise<Result>): Promise<Result>;
}

/** Runs one block of a queue after another and writes into the notebook how each ended. */
export class ItemRunner {
  readonly #queue: Queue;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /**
   * Runs a block to its end, also where the notebook has to be opened anew on the way: what it gives is then read again
   * from the last that is on disk.
   */
  async run(item: QueueItem): Promise<void> {
    for (;;) {
      if (
        item.isUnread &&
        !isToGoOn(item, await reopenNotebook(this.#queue.parts.documents, this.#queue.notebookId, this.#queue.isClosed))
      )
        return;
      item.isUnread = false;
      try {
        return await this.#runOnce(item);
      } catch (error) {
        if (!isForAnew(error)) throw error;
        this.#queue.parts.log.error('A notebook is opened anew while a block runs.', {
          notebookId: this.#queue.notebookId,
          error,
        });
        item.isUnread = true;
        if (error instanceof RunWithoutRoom) await this.#sayNoRoom(item).catch(() => undefined);
      }
    }
  }

  /** One line fits into what is kept free. It is said once for each run. */
  async #sayNoRoom(item: QueueItem): Promise<void> {
    if (item.isWithoutRoom) return;
    item.isWithoutRoom = true;
    const text = 'The disk of the server is full. What this block gives is written when there is room again.\n';
    await this.#queue.withDocument(async (document) => {
      const cell = cellOf(document.doc, item.codeId);
      if (cell)
        document.transact(() => {
          cellOutputs(cell).push([{ kind: 'stderr', text }]);
        });
      await document.whenSaved();
    });
  }

  async #runOnce(item: QueueItem): Promise<void> {
    await this.#queue.withDocument(async (document) => {
      if (!cellOf(document.doc, item.codeId)) return;
      beginRun(document, item);
      document.transact((doc) => {
        this.#queue.waiting.numberNext(doc);
      });
      const kernel = await this.#queue.kernels.open(item).catch((error: unknown) => error as Error);
      if (kernel instanceof Error) return this.#failToStart(item, kernel);
      const forget = (): void => {
        kernel.forgetRun(item.runId);
      };
      const keepBack = (): void => {
        this.#queue.keepBack(forget);
      };
      try {
        item.isBegun = true;
        const result = await runBlock(document, item, kernel, {
          notebook: this.#queue.notebook,
          setInputs: (ready, signal) =>
            this.#queue.parts.inputs.set(
              this.#queue.notebookId,
              document.doc,
              ready,
              kernelLanguageOf(item.language),
              signal,
            ),
          readDatabase: (ready) =>
            readDatabase(this.#queue.parts.queryDatabase, {
              projectId: this.#queue.projectId,
              notebookId: this.#queue.notebookId,
              item: { ...item, signal: item.aborter.signal },
              values: inputValues(document.doc),
              kernel: ready,
            }),
        });
        // Its last batches may not be on disk.
        if (document.isAbandoned) throw new RunUnread('The notebook was closed while the block ran.');
        await this.#end(item, result);
      } catch (error) {
        if (isForAnew(error)) throw error;
        keepBack();
        throw error;
      }
      // Of a notebook that is deleted nothing is written; what is left is read by the server that comes next.
      if (!this.#queue.isLeft())
        void (this.#queue.isClosed() ? Promise.resolve() : document.whenSaved()).then(forget, (error: unknown) => {
          this.#readAgain(item, error, keepBack);
        });
    });
  }

  /** The end of a run is not on disk: it is read once more, where that helps. */
  #readAgain(item: QueueItem, error: unknown, keepBack: () => void): void {
    if (this.#queue.isClosed() || !isForAnew(error)) return keepBack();
    item.isUnread = true;
    this.#queue.readAgain(item);
  }

  async #end(item: QueueItem, { status, executionCount, msTaken }: ExecuteResult & { msTaken: number }): Promise<void> {
    const ended = { msTaken, executionCount };
    if (status === 'ok') return this.#settle(item, { ...ended, status: 'completed', outcome: 'ok' });
    if (status === 'aborted') return this.#settle(item, { ...ended, status: 'idle', outcome: 'stopped' });
    // A dead kernel has lost its variables, so that nothing that waits can count on them.
    const dropped = this.#queue.waiting.drop(
      (each) => each.chain === item.chain || (status === 'dead' && isSameKernel(each, item)),
    );
    await this.#settle(
      item,
      status === 'dead'
        ? { ...ended, status: 'idle', outcome: 'error' }
        : { ...ended, status: 'completed', outcome: 'error' },
      [],
      dropped,
    );
  }

  async #failToStart(item: QueueItem, error: Error): Promise<void> {
    const isStopped = item.aborter.signal.aborted;
    if (!(error instanceof GromaError))
      this.#queue.parts.log.error('A kernel did not start.', { notebookId: this.#queue.notebookId, error });
    await this.#settle(
      item,
      { status: 'idle', outcome: isStopped ? 'stopped' : 'error' },
      isStopped ? [] : [{ kind: 'stderr', text: `${error.message}\n` }],
      this.#queue.waiting.drop((each) => each.chain === item.chain || isSameKernel(each, item)),
    );
  }

  /** Writes how a run ended. A notebook that was deleted meanwhile needs no word of it. */
  async #settle(
    item: QueueItem,
    change: Partial<CellState>,
    outputs: NotebookOutput[] = [],
    dropped: readonly QueueItem[] = [],
  ): Promise<void> {
    if (this.#queue.isClosed()) return;
    await this.#queue.withDocument(async (document) => {
      document.transact((doc) => {
        const cell = cellOf(doc, item.codeId);
        if (cell && outputs.length > 0) cellOutputs(cell).push(outputs);
        if (cell) {
          setCell(cell, { ...change, queuePlace: null, startedAt: null, stoppingSince: null });
          setCellRun(cell, null);
        }
        this.#queue.waiting.release(doc, dropped);
      });
    });
  }

  /** Says in the notebook that a run failed through no fault of its code. */
  settleFailed(item: QueueItem): Promise<void> {
    const text = 'The run failed on the server; the failure is logged there.\n';
    return this.#settle(item, { status: 'idle', outcome: 'error' }, [{ kind: 'stderr', text }]);
  }
}
