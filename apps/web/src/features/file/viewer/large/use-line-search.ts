import { useDebouncedValue } from '@groma/ui';
import { useEffect, useState } from 'react';
import { searchText, type WindowedFile } from '../window-calls.ts';

export interface LineSearch {
  rows: readonly number[];
  count: number;
  percent: number;
  isDone: boolean;
  error: unknown;
}

const nothing: LineSearch = { rows: [], count: 0, percent: 0, isDone: true, error: null };
const typingMs = 250;

/** Searches a text for a word while it is wanted; leaving off ends the work on the server. */
export function useLineSearch(
  { projectId, path, identity, encoding }: WindowedFile,
  word: string,
  matchCase: boolean,
): LineSearch {
  const [settled] = useDebouncedValue(word, typingMs);
  const [found, setFound] = useState<LineSearch & { of: string }>({ ...nothing, of: '' });
  const key = JSON.stringify([settled, matchCase]);
  useEffect(() => {
    if (settled === '') return undefined;
    let isThere = true;
    const follow = async () => {
      for (let isDone = false; !isDone;) {
        // oxlint-disable-next-line no-await-in-loop
        const reply = await searchText({ projectId, path, identity, encoding }, settled, matchCase);
        // oxlint-disable-next-line no-unnecessary-condition -- changes while it waits
        if (!isThere) return;
        isDone = reply.isComplete;
        setFound({
          rows: reply.rows,
          count: reply.count,
          percent: reply.bytes === 0 ? 100 : (reply.scannedBytes / reply.bytes) * 100,
          isDone,
          error: null,
          of: key,
        });
      }
    };
    follow().catch((error: unknown) => {
      if (isThere) setFound({ ...nothing, error, of: key });
    });
    return () => {
      isThere = false;
    };
  }, [projectId, path, identity, encoding, settled, matchCase, key]);
  if (word === '') return nothing;
  return found.of === key && settled === word ? found : { ...nothing, isDone: false };
}
