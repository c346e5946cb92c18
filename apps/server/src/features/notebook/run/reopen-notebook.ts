import { cellOf, GromaError, readCellRun, readCellState } from '@groma/model';
import { isWithoutDatabase, isWithoutRoom } from '../../../platform/database/without-database.ts';
import { RunLeft, RunUnread } from '../../../platform/kernel/supervisor/run-reader.ts';
import { DocumentAbandoned } from '../../../platform/live/live-document.ts';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { QueueItem } from './queue-item.ts';

/** Pause between tries to open a notebook that can't be opened for the moment. */
const reopenMs = 250;

type OpenedNotebook = Awaited<ReturnType<LiveDocuments['open']>>;

/**
 * Opens a notebook in which something can be written, for as long as it takes.
 * @throws RunLeft when it is closed meanwhile.
 */
export async function reopenNotebook(
  documents: LiveDocuments,
  notebookId: string,
  isClosed: () => boolean,
): Promise<OpenedNotebook> {
  for (;;) {
    if (isClosed()) throw new RunLeft('The notebook is closed.');
    try {
      if (!documents.isShortOfSpace) return await documents.open(notebookId);
    } catch (error) {
      if (!isForAnew(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, reopenMs));
  }
}

/**
 * Whether a failure is of the document as it was open, or of the database and the disk behind it, and may be over when
 * it is opened anew.
 */
export function isForAnew(error: unknown): boolean {
  return (
    error instanceof RunUnread ||
    error instanceof DocumentAbandoned ||
    isWithoutDatabase(error) ||
    isWithoutRoom(error) ||
    (error instanceof GromaError && error.code === 'UNAVAILABLE')
  );
}

/** Has a run go on after what the opened notebook holds of it; false when that is all. */
export function isToGoOn(item: QueueItem, { document, release }: OpenedNotebook): boolean {
  try {
    const cell = cellOf(document.doc, item.codeId);
    if (!cell) return false;
    const run = readCellRun(cell);
    const { status } = readCellState(cell);
    if (item.isBegun) item.resumesAfter = run?.id === item.runId ? run.sequence : 0;
    return status === 'running' || status === 'queued';
  } finally {
    release();
  }
}
