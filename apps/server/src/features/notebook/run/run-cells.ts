import { setTimeout as sleep } from 'node:timers/promises';
import {
  cellOf,
  cellOutputs,
  GromaError,
  readBlocks,
  readCell,
  readCellState,
  type NotebookOutput,
  type ProjectId,
  type WholeOutput,
} from '@groma/model';
import type { RanCell } from '@groma/protocol';
import type * as Y from 'yjs';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OutputStore } from '../output/output-store.ts';
import type { NotebookRuns } from './notebook-runs.ts';
import { outputText } from './output-text.ts';

/** Cells of a notebook that are to run for a person: those that are named, or all. */
export interface WantedCells {
  projectId: ProjectId;
  notebookId: string;
  userId: string;
  cells?: string[] | undefined;
  /** Nobody sees them run, so that code which asks for a line gets an error. */
  isUnattended?: boolean;
}

interface Parts {
  documents: LiveDocuments;
  runs: NotebookRuns;
  outputs: OutputStore;
}

const topic = 'run-cells';
const lookMs = 50;

/**
 * Has the process with the rooms run cells in the open notebook, from any process, and wait for them.
 * @throws GromaError MACHINE_NOT_ACCESSIBLE, NOT_FOUND for a cell that is not there, UNAVAILABLE
 */
export function runCellsFromAnywhere(
  { questions, config }: Platform,
  parts: Parts,
): (wanted: WantedCells, signal: AbortSignal) => Promise<RanCell[]> {
  if (config.services.has('realtime'))
    questions.answer(topic, (wanted: WantedCells, signal) => runCells(parts, wanted, signal));
  return (wanted, signal) => questions.ask<RanCell[]>(topic, wanted, { signal });
}

async function runCells(
  { documents, runs, outputs }: Parts,
  { projectId, notebookId, userId, cells, isUnattended }: WantedCells,
  signal: AbortSignal,
): Promise<RanCell[]> {
  const { document, release } = await documents.open(notebookId);
  try {
    const wanted = codeBlocks(document.doc).filter(({ id }) => !cells || cells.includes(id));
    if (cells && wanted.length < new Set(cells).size) throw new GromaError('NOT_FOUND', { noun: 'code block' });
    const blocks = wanted.map(({ id, code }) => ({ blockId: id, code, isUnattended }));
    await runs.handle(projectId, notebookId, userId, { type: 'Enqueue_Blocks', blocks });
    const stop = (): void => {
      for (const { id: blockId } of wanted)
        void runs.handle(projectId, notebookId, userId, { type: 'Stop_Block', blockId }).catch(() => undefined);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    // Of a notebook that is deleted meanwhile nothing is written any more.
    while (!document.doc.isDestroyed && wanted.some(({ codeId }) => isBusy(document.doc, codeId))) await sleep(lookMs);
    signal.removeEventListener('abort', stop);
    if (document.doc.isDestroyed && !document.isAbandoned) throw new GromaError('NOT_FOUND', { noun: 'notebook' });
    // Whoever is told that they have run reads what they show.
    await document.whenSaved();
    const ran: RanCell[] = [];
    for (const { id, number, codeId } of wanted) {
      const cell = cellOf(document.doc, codeId);
      if (!cell) continue;
      const whole = await wholeOf(cellOutputs(cell).toArray(), notebookId, outputs);
      ran.push({ id, number, state: readCellState(cell).outcome ?? 'skipped', output: outputText(whole) });
    }
    return ran;
  } finally {
    release();
  }
}

function isBusy(doc: Y.Doc, codeId: string): boolean {
  const cell = cellOf(doc, codeId);
  return cell !== undefined && ['queued', 'running'].includes(readCellState(cell).status);
}

/** The code blocks of a notebook that have code, with their places among all code blocks. */
function codeBlocks(doc: Y.Doc) {
  let number = 0;
  return readBlocks(doc).flatMap(({ id, codeId }) => {
    const cell = codeId === null ? undefined : cellOf(doc, codeId);
    if (!cell || codeId === null) return [];
    number += 1;
    const { code } = readCell(cell);
    return code.trim() === '' ? [] : [{ id, codeId, number, code }];
  });
}

async function wholeOf(
  given: readonly NotebookOutput[],
  notebookId: string,
  store: OutputStore,
): Promise<WholeOutput[]> {
  const whole = await Promise.all(
    given.map((each) => (each.kind === 'stored' ? store.whole(notebookId, each) : Promise.resolve(each))),
  );
  return whole.filter((each) => each !== undefined && each !== null);
}
