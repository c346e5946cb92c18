import { cellOf, newId, notebookCells, readCellState, setCellRun, type WholeOutput } from '@groma/model';
import type { ExecuteOptions } from '../../../platform/kernel/kernel-session.ts';
import { isWithoutDatabase, isWithoutRoom } from '../../../platform/database/without-database.ts';
import { RunUnread } from '../../../platform/kernel/supervisor/run-reader.ts';
import { DocumentAbandoned, type LiveDocument } from '../../../platform/live/live-document.ts';
import type { OutputPiece } from '../output/output-piece.ts';
import { OutputWriter } from '../output/output-writer.ts';
import type { QueueItem } from './queue-item.ts';

/**
 * What is needed to write outputs: to keep long ones beside the notebook and to drop them, and to open it for what a
 * thread prints later.
 */
export interface RunNotebook {
  /** Whether the records have room for more than what frees room. */
  hasRoom(): boolean;
  keep(pieces: OutputPiece[]): Promise<void>;
  drop(outputIds: readonly string[]): Promise<void>;
  later(work: (document: LiveDocument) => Promise<void>): Promise<void>;
}

type SunkItem = Pick<QueueItem, 'codeId' | 'runId' | 'resumesAfter'>;

/**
 * Writes what a run gives into the notebook: each batch together with its number in one edit, so that a server which
 * starts anew neither misses a batch nor writes one twice. After the end it holds the document no longer: what a thread
 * gives then is added to the block as it stands, unless that has been run again.
 */
export class RunSink {
  readonly #item: SunkItem;
  readonly #notebook: RunNotebook;
  #open: { document: LiveDocument; writer: OutputWriter } | null;

  /** `document` is null for a run that has ended. */
  constructor(document: LiveDocument | null, item: SunkItem, notebook: RunNotebook) {
    this.#item = item;
    this.#notebook = notebook;
    this.#open = null;
    if (!document) return;
    const writer = new OutputWriter(item.codeId, item.runId);
    if (item.resumesAfter !== undefined) writer.goOn(document.doc);
    this.#open = { document, writer };
  }

  /** Writes a batch, or clears what was written; `sequence` is 0 for what comes from no kernel. */
  async write(outputs: WholeOutput[] | null, sequence: number): Promise<void> {
    if (!this.#open) return this.#notebook.later((document) => this.#writeLate(document, outputs));
    const { document, writer } = this.#open;
    if (!this.#notebook.hasRoom()) throw new RunWithoutRoom();
    await this.#apply(document, writer, outputs, sequence).catch(asUnread);
  }

  async whenKept(): Promise<void> {
    await this.#open?.document.whenSaved().catch(asUnread);
  }

  end(): void {
    this.#open = null;
  }

  async #writeLate(document: LiveDocument, outputs: WholeOutput[] | null): Promise<void> {
    if (!this.#isLastRun(document)) return;
    const writer = new OutputWriter(this.#item.codeId, newId<'run'>());
    writer.goOn(document.doc);
    await this.#apply(document, writer, outputs, 0);
    await document.whenSaved();
  }

  #isLastRun({ doc }: LiveDocument): boolean {
    const cell = cellOf(doc, this.#item.codeId);
    return cell !== undefined && readCellState(cell).ranAs === this.#item.runId;
  }

  async #apply(
    document: LiveDocument,
    writer: OutputWriter,
    outputs: WholeOutput[] | null,
    sequence: number,
  ): Promise<void> {
    const edit = outputs && writer.plan(document.doc, outputs, sequence);
    if (edit && edit.pieces.length > 0) await this.#notebook.keep(edit.pieces);
    // While the pieces were written the block may have been run again.
    if (!this.#open && !this.#isLastRun(document)) return;
    const { codeId, runId } = this.#item;
    let replaced: string[] = [];
    document.transact((doc) => {
      if (edit) replaced = edit.apply();
      else writer.clear(doc);
      const cell = cellOf(doc, codeId);
      if (cell && sequence > 0) setCellRun(cell, { id: runId, sequence });
    });
    if (replaced.length === 0) return;
    // What is on disk names them until then.
    await document.whenSaved();
    await this.#notebook.drop(replaced);
  }
}

/** The disk is full: what the run gives stays with the supervisor until there is room. */
export class RunWithoutRoom extends RunUnread {
  constructor(options?: ErrorOptions) {
    super('The records have no room for what the run gives.', options);
  }
}

/**
 * Where the document has to be opened anew, or the database is away or has no room, the run is read again from what is
 * on disk.
 */
function asUnread(error: unknown): never {
  if (isWithoutRoom(error)) throw new RunWithoutRoom({ cause: error });
  throw error instanceof DocumentAbandoned || isWithoutDatabase(error)
    ? new RunUnread('The notebook is opened anew.', { cause: error })
    : error;
}

/**
 * Takes what the threads of a run still say that a server before has read to its end: into the block that ran last as
 * that run.
 */
export function lateOptions(runId: string, notebook: RunNotebook): ExecuteOptions {
  let found: RunSink | null = null;
  /** No block ran last as it, and none will: what comes is dropped without a look. */
  let isGone = false;
  const sink = async (): Promise<RunSink | null> => {
    await notebook.later(({ doc }) => {
      const codeId = [...notebookCells(doc).keys()].find((id) => readCellState(cellOf(doc, id)!).ranAs === runId);
      if (codeId === undefined) isGone = true;
      else found = new RunSink(null, { codeId, runId }, notebook);
      return Promise.resolve();
    });
    return found;
  };
  const write = async (outputs: WholeOutput[] | null, sequence: number): Promise<void> => {
    if (!isGone) await (found ?? (await sink()))?.write(outputs, sequence);
  };
  return { onOutput: write, onClear: (sequence) => write(null, sequence) };
}
