import { useEffect, useState } from 'react';
import { readTextWindow, type TextWindow, type WindowedFile } from '../window-calls.ts';

export type TextProgress = Omit<TextWindow, 'rows' | 'start'>;

const betweenMs = 150;

/**
 * Reads the first rows at once, then follows the counting of the rest to its end. `onFirst` and `onFailure` are to be
 * stable.
 */
export function useTextProgress(
  file: WindowedFile,
  firstRows: number,
  onFirst: (rows: TextWindow['rows']) => void,
  onFailure: (error: unknown) => void,
): TextProgress | null {
  const [progress, setProgress] = useState<TextProgress | null>(null);
  const { projectId, path, identity, encoding } = file;
  useEffect(() => {
    let isThere = true;
    const follow = async () => {
      let found = await readTextWindow({ projectId, path, identity, encoding }, { count: firstRows });
      if (!isThere) return;
      onFirst(found.rows);
      setProgress(found);
      while (!found.isComplete) {
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => {
          setTimeout(resolve, betweenMs);
        });
        // oxlint-disable-next-line no-unnecessary-condition -- changes while it waits
        if (!isThere) return;
        // oxlint-disable-next-line no-await-in-loop
        found = await readTextWindow({ projectId, path, identity, encoding }, { count: 0 });
        // oxlint-disable-next-line no-unnecessary-condition
        if (!isThere) return;
        setProgress(found);
      }
    };
    follow().catch((error: unknown) => {
      if (isThere) onFailure(error);
    });
    return () => {
      isThere = false;
    };
  }, [projectId, path, identity, encoding, firstRows, onFirst, onFailure]);
  return progress;
}

/** Rows there are, or may be while they are still counted. */
export function expectedRows({ rowCount, isComplete, scannedBytes, bytes }: TextProgress): number {
  return isComplete || scannedBytes === 0
    ? rowCount
    : Math.max(rowCount, Math.round((rowCount / scannedBytes) * bytes));
}
