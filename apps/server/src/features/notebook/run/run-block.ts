import { cellOf, databaseOfSql, GromaError, readCellRun, readCellState, resetCell, setCellRun } from '@groma/model';
import type { ExecuteOptions, ExecuteResult, LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { LiveDocument } from '../../../platform/live/live-document.ts';
import { kernelCode, takingCode } from '../../../platform/kernel/language-kernel.ts';
import type { QueueItem } from './queue-item.ts';
import { RunSink, type RunNotebook } from './run-sink.ts';

/** What a run needs besides: to give the kernel the values of the input blocks, and to have a database answer. */
export interface RunNeeds {
  notebook: RunNotebook;
  setInputs(kernel: LastingKernelSession, signal: AbortSignal): Promise<void>;
  /** Has a database answer the block; says whether there are rows. @throws GromaError */
  readDatabase(kernel: LastingKernelSession): Promise<boolean>;
}

/** Marks a block as running under its run; one that goes on from a server before keeps what it shows. */
export function beginRun(document: LiveDocument, item: QueueItem): void {
  const cell = cellOf(document.doc, item.codeId);
  if (!cell || (item.resumesAfter !== undefined && readCellRun(cell)?.id === item.runId)) return;
  document.transact(() => {
    resetCell(cell, { status: 'running', startedAt: Date.now(), ranAs: item.runId });
    setCellRun(cell, { id: item.runId, sequence: 0 });
  });
}

/**
 * Runs a block on a kernel, or goes on with its run, and writes what it gives into the document.
 *
 * @returns how it ended, and the milliseconds it took
 */
export async function runBlock(
  document: LiveDocument,
  item: QueueItem,
  kernel: LastingKernelSession,
  { notebook, setInputs, readDatabase }: RunNeeds,
): Promise<ExecuteResult & { msTaken: number }> {
  const sink = new RunSink(document, item, notebook);
  const started = startOf(document, item);
  if (item.resumesAfter === undefined) await setInputs(kernel, item.aborter.signal);
  const options = optionsOf(sink, item);
  const execute = async (): Promise<ExecuteResult> => {
    if (item.language !== 'sql' || databaseOfSql(item.code) === null)
      return kernel.execute(kernelCode(item.language, item.code, item.label), options);
    const hasRows = await readDatabase(kernel).catch((error: unknown) => error as Error);
    if (!(hasRows instanceof Error)) return kernel.execute(takingCode(item.label, hasRows), options);
    if (item.aborter.signal.aborted) return { status: 'aborted', executionCount: null };
    if (!(hasRows instanceof GromaError)) throw hasRows;
    await sink.write([{ kind: 'stderr', text: `${hasRows.message}\n` }], 0);
    return { status: 'error', executionCount: null };
  };
  const result =
    item.resumesAfter === undefined ? await execute() : await kernel.followRun(item.runId, item.resumesAfter, options);
  sink.end();
  return {
    ...result,
    msTaken: Math.round(item.resumesAfter === undefined ? performance.now() - started.ticks : Date.now() - started.at),
  };
}

/** Apart from `runBlock`, for what it gives is remembered after the end, and must not hold what that held. */
function optionsOf(sink: RunSink, { runId, aborter, userId, isUnattended = false }: QueueItem): ExecuteOptions {
  return {
    runId,
    takesInput: !isUnattended,
    signal: aborter.signal,
    onOutput: (outputs, sequence) =>
      sink.write(
        outputs.map((each) => (each.kind === 'input' && userId !== undefined ? { ...each, askedOf: userId } : each)),
        sequence,
      ),
    onClear: (sequence) => sink.write(null, sequence),
    whenKept: () => sink.whenKept(),
  };
}

function startOf(document: LiveDocument, { codeId }: QueueItem): { ticks: number; at: number } {
  const cell = cellOf(document.doc, codeId);
  return { ticks: performance.now(), at: (cell && readCellState(cell).startedAt) ?? Date.now() };
}
