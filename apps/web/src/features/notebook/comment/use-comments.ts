import type { FullThread } from '@groma/model';
import { useEffect, useMemo, useState } from 'react';
import { useLiveDocument, type LiveDocument } from '../../../platform/live.ts';
import { useCan, useSession } from '../../../platform/session.ts';
import { createCommentStore, type CommentStore } from './comment-store.ts';
import { usePeople, type NameOf } from './use-people.ts';
import { useThreadReads } from './use-thread-reads.ts';
import { useThreads } from './use-threads.ts';

/** The comments of an open notebook, and what this person may do with them. */
export interface Comments {
  notebookId: string;
  userId: string;
  store: CommentStore;
  threads: readonly FullThread[];
  unread: ReadonlySet<string>;
  /** False until the threads have come. */
  isReady: boolean;
  mayComment: boolean;
  /** May delete what others wrote. */
  isEditor: boolean;
  nameOf: NameOf;
  markRead(threadIds: readonly string[]): void;
  /** Resolves when the server has the text that is commented on. */
  whenTextSaved(): Promise<void>;
}

export function useComments(notebookId: string, projectId: string, text: LiveDocument): Comments {
  const userId = useSession().id;
  const mayComment = useCan('comment', 'notebook');
  const isEditor = useCan('update', 'notebook');
  const live = useLiveDocument('threads', notebookId);
  const [store] = useState(() => createCommentStore(notebookId));
  const threads = useThreads(live?.doc);
  const nameOf = usePeople(
    projectId,
    useMemo(() => threads.flatMap(({ comments }) => comments), [threads]),
  );
  const { unread, markRead } = useThreadReads(projectId, notebookId, userId, threads);
  useEffect(() => {
    follow(store, threads);
  }, [store, threads]);
  const isReady = live?.state.synced ?? false;
  const { connection } = text;
  return useMemo(
    () => ({
      notebookId,
      userId,
      store,
      threads,
      unread,
      isReady,
      mayComment,
      isEditor,
      nameOf,
      markRead,
      whenTextSaved: () => connection.whenSaved(),
    }),
    [notebookId, userId, store, threads, unread, isReady, mayComment, isEditor, nameOf, markRead, connection],
  );
}

/** Tells the text which threads are to be seen in it; one that is gone from the list is no longer selected. */
function follow(store: CommentStore, threads: readonly FullThread[]): void {
  const shown = new Set(threads.filter(({ resolvedAt }) => resolvedAt === null).map(({ id }) => id));
  const { shown: before, selected, filter } = store.getState();
  if (shown.size !== before.size || [...shown].some((id) => !before.has(id))) store.setState({ shown });
  if (selected === null || (!before.has(selected) && filter === 'open')) return;
  const isListed = threads.some(
    ({ id, resolvedAt }) => id === selected && (resolvedAt === null) === (filter === 'open'),
  );
  if (!isListed) store.setState({ selected: null });
}
