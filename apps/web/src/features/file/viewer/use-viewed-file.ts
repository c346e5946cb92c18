import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useRoomMessage } from '../../../platform/project-room.ts';
import { readFileState, type FileState } from './window-calls.ts';

export interface ViewedFile {
  /** The content that is shown; undefined until it is known, null when there is no such file. */
  shown: (FileState & { identity: string; bytes: number }) | null | undefined;
  /** What became of the file since. */
  change: 'changed' | 'deleted' | null;
  error: Error | null;
  reload: () => void;
}

/** Follows a file: which content was opened, and whether it is still that. */
export function useViewedFile(projectId: string, path: string): ViewedFile {
  const { data, error, refetch } = useQuery({
    queryKey: ['file-state', projectId, path],
    queryFn: () => readFileState(projectId, path),
    staleTime: 0,
  });
  const [pinned, setPinned] = useState<FileState | undefined>();
  useRoomMessage(
    'Files_Changed',
    useCallback(() => {
      void refetch();
    }, [refetch]),
  );
  const shown = pinned ?? data;
  // The first content that is known stays until the person asks for another.
  if (data && !pinned) setPinned(data);
  return {
    shown:
      shown === undefined
        ? undefined
        : shown.identity === null || shown.bytes === null
          ? null
          : { ...shown, identity: shown.identity, bytes: shown.bytes },
    change: !pinned || !data || data.identity === pinned.identity ? null : data.exists ? 'changed' : 'deleted',
    error: shown ? null : error,
    reload: () => {
      void refetch().then((found) => {
        if (found.data) setPinned(found.data);
      });
    },
  };
}
