import { fileFormat, filePath, fileStatus, watchFile, type FileStatus, type TextFormat } from '@groma/model';
import { useMemo, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';

export interface FileState {
  path: string | null;
  status: FileStatus;
  format: TextFormat;
}

/** How a live text stands to its file, drawn anew when that changes. */
export function useFileState(doc: Y.Doc): FileState {
  const state = useSyncExternalStore(
    (listener) => watchFile(doc, listener),
    () => JSON.stringify({ path: filePath(doc), status: fileStatus(doc), format: fileFormat(doc) }),
  );
  return useMemo(() => JSON.parse(state) as FileState, [state]);
}
