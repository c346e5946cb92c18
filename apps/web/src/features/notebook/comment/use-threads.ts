import { readThreads, type FullThread } from '@groma/model';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';

/** The threads of a notebook as the server has them, whenever they change. */
export function useThreads(doc: Y.Doc | undefined): readonly FullThread[] {
  const [threads, setThreads] = useState<readonly FullThread[]>([]);
  useEffect(() => {
    if (!doc) return;
    const read = () => setThreads(readThreads(doc));
    read();
    // Once for each message of the server, however many records it changes.
    doc.on('update', read);
    return () => doc.off('update', read);
  }, [doc]);
  return threads;
}
