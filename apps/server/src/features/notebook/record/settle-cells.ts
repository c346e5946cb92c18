import { cellOutputs, notebookCells, readCellState, setCell, setCellRun } from '@groma/model';
import * as Y from 'yjs';

/** Sets running and queued cells to idle, all or those that are meant; running ones get a notice, if there is one. */
export function settleCells(
  doc: Y.Doc,
  reason: string | null,
  isMeant: (codeId: string) => boolean = () => true,
): void {
  for (const [codeId, cell] of notebookCells(doc).entries()) {
    if (!(cell instanceof Y.Map) || !isMeant(codeId)) continue;
    const { status } = readCellState(cell);
    if (status !== 'running' && status !== 'queued') continue;
    const isSaid = status === 'running' && reason !== null;
    if (isSaid) cellOutputs(cell).push([{ kind: 'stderr', text: reason }]);
    setCell(cell, {
      status: 'idle',
      queuePlace: null,
      startedAt: null,
      stoppingSince: null,
      ...(isSaid && { outcome: 'error' }),
    });
    setCellRun(cell, null);
  }
}
