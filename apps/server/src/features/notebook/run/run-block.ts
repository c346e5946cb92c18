import { cellOf, databaseOfSql, GromaError, newId, readCellRun, readCellState, resetCell, setCell, setCellRun, type WholeOutput } from '@groma/model';
import type { ExecuteOptions, ExecuteResult, LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { LiveDocument } from '../../../platform/live/live-document.ts';
import { OutputWriter, type OutputPiece } from '../output/output-writer.ts';
import { kernelCode, takingCode } from './language-kernel.ts';
import type { QueueItem } from './queue-item.ts';

/** What a run needs of its notebook: to keep long outputs beside it, and to give the kernel the values of its input blocks. */
export interface RunNeeds {
  keep(pieces: OutputPiece[]): Promise<void>;
  setInputs(kernel: LastingKernelSession, signal: AbortSignal): Promise<void>;
  /** Opens the notebook for what a thread of the block prints after the end of its run. */
  later(work: (document: LiveDocument) => Promise<void>): Promise<void>;
  /** Has a database answer the block; says whether there are rows. @throws GromaError */
  readDatabase(kernel: LastingKernelSession): Promise<boolean>;
}

/** Marks a block as running under its run; one that goes on from a server before keeps what it shows. */
export function beginRun(document: LiveDocument, item: QueueItem): void {
  const cell = cellOf(document.doc, item.codeId);
  if (!cell || (item.resumesAfter !== undefined && readCellRun(cell)?.id === item.runId)) return;
  document.transact(() => {
    resetCell(cell, 'running');
    setCell(cell, { startedAt: Date.now(), ranAs: item.runId });
    setCellRun(cell, { id: item.runId, sequence: 0 });
  });
}

/**
 * Runs a block on a kernel, or goes on with its run, and writes what it gives into the document: each batch together
 * with its number in one edit, so that a server which starts anew neither misses a batch nor writes one twice.
 *
 * @returns how it ended, and the milliseconds it took
 */
export async function runBlock(document: LiveDocument, item: QueueItem, kernel: LastingKernelSession, { keep, setInputs, readDatabase, later }: RunNeeds): Promise<ExecuteResult & { msTaken: number }> {
  const writer = new OutputWriter(item.codeId, item.runId);
  let hasEnded = false;
  const started = startOf(document, item);
  if (item.resumesAfter !== undefined) writer.goOn(document.doc);
  const write = async (outputs: WholeOutput[] | null, sequence: number): Promise<void> => {
    if (hasEnded) return later((now) => writeLate(now, item, outputs, keep));
    const edit = outputs && writer.plan(outputs);
    if (edit && edit.pieces.length > 0) await keep(edit.pieces);
    document.transact((doc) => {
      if (edit) edit.apply(doc);
      else writer.clear(doc);
      const cell = cellOf(doc, item.codeId);
      if (cell && sequence > 0) setCellRun(cell, { id: item.runId, sequence });
    });
  };
  if (item.resumesAfter === undefined) await setInputs(kernel, item.aborter.signal);
  const options: ExecuteOptions = { runId: item.runId, signal: item.aborter.signal, onOutput: write, onClear: (sequence) => write(null, sequence), whenKept: async () => { if (!hasEnded) await document.whenSaved(); } };
  const execute = async (): Promise<ExecuteResult> => {
    if (item.language !== 'sql' || databaseOfSql(item.code) === null) return kernel.execute(kernelCode(item.language, item.code, item.label), options);
    const hasRows = await readDatabase(kernel).catch((error: unknown) => error as Error);
    if (!(hasRows instanceof Error)) return kernel.execute(takingCode(item.label, hasRows), options);
    if (item.aborter.signal.aborted) return { status: 'aborted', executionCount: null };
    if (!(hasRows instanceof GromaError)) throw hasRows;
    await write([{ kind: 'stderr', text: `${hasRows.message}\n` }], 0);
    return { status: 'error', executionCount: null };
  };
  const result = item.resumesAfter === undefined ? await execute() : await kernel.followRun(item.runId, item.resumesAfter, options);
  hasEnded = true;
  return { ...result, msTaken: Math.round(item.resumesAfter === undefined ? performance.now() - started.ticks : Date.now() - started.at) };
}

/** Adds what a thread gave after the end of its run to the block, unless that has been run again. */
async function writeLate(document: LiveDocument, { codeId, runId }: QueueItem, outputs: WholeOutput[] | null, keep: RunNeeds['keep']): Promise<void> {
  const cell = cellOf(document.doc, codeId);
  if (!cell || readCellState(cell).ranAs !== runId) return;
  const writer = new OutputWriter(codeId, newId<'run'>());
  writer.goOn(document.doc);
  const edit = outputs && writer.plan(outputs);
  if (edit && edit.pieces.length > 0) await keep(edit.pieces);
  document.transact((doc) => {
    if (edit) edit.apply(doc);
    else writer.clear(doc);
  });
  await document.whenSaved();
}

function startOf(document: LiveDocument, { codeId }: QueueItem): { ticks: number; at: number } {
  const cell = cellOf(document.doc, codeId);
  return { ticks: performance.now(), at: (cell && readCellState(cell).startedAt) ?? Date.now() };
}
