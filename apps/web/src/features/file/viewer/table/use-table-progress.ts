import { useEffect, useState } from 'react';
import { readTableWindow, type TableWindow, type WindowedFile } from '../window-calls.ts';

export interface TableProgress {
  first: TableWindow | null;
  rowCount: number;
  percent: number;
  isComplete: boolean;
  error: unknown;
}

const betweenMs = 200;

/** Reads the first rows of a table at once, then follows the counting of the rest. */
export function useTableProgress(
  { projectId, path, identity, encoding }: WindowedFile,
  firstRows: number,
): TableProgress {
  const [progress, setProgress] = useState<TableProgress>({
    first: null,
    rowCount: 0,
    percent: 0,
    isComplete: false,
    error: null,
  });
  useEffect(() => {
    let isThere = true;
    const follow = async () => {
      let first: TableWindow | null = null;
      for (let isComplete = false; !isComplete;) {
        // oxlint-disable-next-line no-await-in-loop
        const found: TableWindow = await readTableWindow(
          { projectId, path, identity, encoding },
          { start: 0, count: first ? 0 : firstRows, sort: [], filter: [] },
        );
        // oxlint-disable-next-line no-unnecessary-condition -- changes while it waits
        if (!isThere) return;
        first ??= found;
        ({ isComplete } = found);
        const rowCount = Math.max(found.rowCount, first.rows.length);
        setProgress({
          first,
          rowCount,
          percent: found.bytes === 0 ? 100 : (found.scannedBytes / found.bytes) * 100,
          isComplete,
          error: null,
        });
        // oxlint-disable-next-line no-await-in-loop
        if (!isComplete)
          await new Promise((resolve) => {
            setTimeout(resolve, betweenMs);
          });
      }
    };
    follow().catch((error: unknown) => {
      if (isThere) setProgress((present) => ({ ...present, error }));
    });
    return () => {
      isThere = false;
    };
  }, [projectId, path, identity, encoding, firstRows]);
  return progress;
}
