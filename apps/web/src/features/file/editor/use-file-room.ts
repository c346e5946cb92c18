import { limit } from '@groma/model';
import { fileRoom } from '@groma/protocol';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../platform/api.ts';

/** The call that opens a room did not answer in time. */
export class FileRoomLate extends Error {}

/**
 * Asks in which room a file is edited. The answer is not kept: under the same path another file may stand later.
 * Whoever is in a room stays there when the file is renamed and asking under its new name fails: it may be deleted by
 * then, and its text is still there.
 */
export function useFileRoom(projectId: string, path: string | undefined) {
  const [known, setKnown] = useState<{ roomId: string; fileId: string } | null>(null);
  const asked = useQuery({
    queryKey: ['file-room', projectId, path],
    enabled: path !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    // A file that is renamed stays in its room: whoever types in it goes on.
    placeholderData: keepPreviousData,
    queryFn: () =>
      inTime(
        api.call(fileRoom.openFileRoom, { params: { projectId }, body: { path: path! } }).then(({ data }) => data),
      ),
  });
  if (asked.data && asked.data !== known) setKnown(asked.data);
  return { ...asked, data: asked.data ?? known };
}

/** Gives up after the time that connecting may take (FIL-071). */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new FileRoomLate());
    }, limit.fileRoomConnectMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

/** Whether connecting has taken longer than it may (FIL-071). `attempt` begins the time anew. */
export function useIsLate(isThere: boolean, attempt: number): boolean {
  const [lateAttempt, setLateAttempt] = useState(-1);
  useEffect(() => {
    if (isThere) return undefined;
    const timer = setTimeout(() => {
      setLateAttempt(attempt);
    }, limit.fileRoomConnectMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isThere, attempt]);
  return !isThere && lateAttempt === attempt;
}
