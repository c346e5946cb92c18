import { cellOutputs, notebookCells, readCellState, setCell } from '@groma/model';
import * as Y from 'yjs';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { Log } from '../../../platform/log.ts';
import type { RunMarks } from './run-marks.ts';

const notice = 'The server stopped while this block ran. Its variables are lost; run the blocks again that define them.\n';

/** Sets the blocks to idle that a killed server left running or queued, and tells those that ran what happened. */
export async function mendRuns(marks: RunMarks, documents: LiveDocuments, log: Log): Promise<void> {
  for (const notebookId of await marks.all()) {
    try {
      const { document, release } = await documents.open(notebookId);
      try {
        document.transact((doc) => { settleCells(doc, notice); });
        await document.whenSaved();
      } finally {
        release();
      }
      await marks.clear(notebookId, () => true);
    } catch (error) {
      log.error('The runs of a notebook could not be mended.', { notebookId, error });
    }
  }
}

/** Sets running and queued cells to idle, all or those that are meant; running ones get a notice, if there is one. */
export function settleCells(doc: Y.Doc, reason: string | null, isMeant: (codeId: string) => boolean = () => true): void {
  for (const [codeId, cell] of notebookCells(doc).entries()) {
    if (!(cell instanceof Y.Map) || !isMeant(codeId)) continue;
    const { status } = readCellState(cell);
    if (status !== 'running' && status !== 'queued') continue;
    if (status === 'running' && reason !== null) {
      cellOutputs(cell).push([{ kind: 'stderr', text: reason }]);
      setCell(cell, { outcome: 'error' });
    }
    setCell(cell, { status: 'idle', queuePlace: null });
  }
}
