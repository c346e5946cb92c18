import type { FullThread } from '@groma/model';
import { notebook } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api, queryClient } from '../../../platform/api.ts';

type Reads = Readonly<Record<string, string>>;

export interface ThreadReads {
  unread: ReadonlySet<string>;
  markRead(threadIds: readonly string[]): void;
}

/** Whether somebody else has said something in a thread since it was read; times as the server gave them. */
export function isUnread(
  { comments }: Pick<FullThread, 'comments'>,
  readAt: string | undefined,
  userId: string,
): boolean {
  return comments.some(
    (comment) =>
      comment.userId !== userId && comment.deletedAt === null && (readAt === undefined || comment.createdAt > readAt),
  );
}

/** Which threads this person has not read, on whichever of their devices. */
export function useThreadReads(
  projectId: string,
  notebookId: string,
  userId: string,
  threads: readonly FullThread[],
): ThreadReads {
  const queryKey = useMemo(() => ['thread-reads', notebookId], [notebookId]);
  const reads = useQuery<Reads>({
    queryKey,
    queryFn: async () => (await api.call(notebook.listReadThreads, { params: { notebookId, projectId } })).data,
  }).data;
  const unread = useMemo(
    () =>
      new Set(reads ? threads.filter((thread) => isUnread(thread, reads[thread.id], userId)).map(({ id }) => id) : []),
    [reads, threads, userId],
  );
  const markRead = useCallback(
    (threadIds: readonly string[]) => {
      if (threadIds.length === 0) return;
      // What could not be noted stays unread.
      api
        .call(notebook.markThreadsRead, { params: { notebookId, projectId }, body: { threadIds: [...threadIds] } })
        .then(
          ({ data }) => {
            queryClient.setQueryData<Reads>(queryKey, data);
          },
          () => undefined,
        );
    },
    [notebookId, projectId, queryKey],
  );
  return { unread, markRead };
}
