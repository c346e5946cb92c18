import type { FullThread } from '@groma/model';
import { Button, EmptyState, IconButton, MessageIcon, Segmented, SkeletonRows, XIcon } from '@groma/ui';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { postComment, threadAbout } from './comment-calls.ts';
import { CommentField } from './comment-field.tsx';
import { endPending, showComments, useCommentState, type PendingThread, type Place } from './comment-store.ts';
import { ThreadCard } from './thread-card.tsx';
import type { Comments } from './use-comments.ts';
import './comment.css';

/** In the order of the text; those whose text is gone last, the oldest first. */
export function inTextOrder(threads: readonly FullThread[], places: ReadonlyMap<string, Place>): FullThread[] {
  const place = ({ id }: FullThread) => places.get(id)?.from ?? Infinity;
  return threads.toSorted((first, second) => (place(first) === place(second) ? 0 : place(first) - place(second)));
}

/** All threads of a notebook beside its text: the open ones, or the resolved. */
export function CommentSidebar({ comments }: { comments: Comments }) {
  const isOpen = useCommentState(comments.store, (state) => state.isOpen);
  return isOpen ? <Sidebar comments={comments} /> : null;
}

function Sidebar({ comments }: { comments: Comments }) {
  const t = useText();
  const { store, threads, unread, markRead, isReady } = comments;
  const { filter, selected, pending, places } = useCommentState(store, (state) => state);
  const now = useMinute();
  const open = useMemo(() => threads.filter(({ resolvedAt }) => resolvedAt === null), [threads]);
  const resolved = useMemo(() => threads.filter(({ resolvedAt }) => resolvedAt !== null), [threads]);
  const listed = useMemo(
    () => inTextOrder(filter === 'open' ? open : resolved, places),
    [filter, open, resolved, places],
  );
  const options = [
    { value: 'open' as const, label: t('notebook.comment.open', { count: open.length }) },
    { value: 'resolved' as const, label: t('notebook.comment.resolved', { count: resolved.length }) },
  ];
  return (
    <aside className="comments" aria-label={t('notebook.comment.title')}>
      <header className="comments-head">
        <Segmented
          size="s"
          label={t('notebook.comment.which')}
          options={options}
          value={filter}
          onChange={(value) => store.setState({ filter: value, selected: null })}
        />
        <span className="comments-space" />
        {unread.size > 0 && (
          <Button size="s" variant="quiet" onClick={() => markRead([...unread])}>
            {t('notebook.comment.markRead')}
          </Button>
        )}
        <IconButton
          size="s"
          label={t('notebook.comment.close')}
          icon={<XIcon size={15} />}
          onClick={() => showComments(store, false)}
        />
      </header>
      <div className="comments-list">
        {pending && <NewThread key={pending.quote} pending={pending} comments={comments} />}
        {!isReady && threads.length === 0 && <SkeletonRows rows={4} />}
        {isReady && listed.length === 0 && !pending && <NoThreads filter={filter} mayComment={comments.mayComment} />}
        <ul>
          {listed.map((thread) => (
            <ThreadCard
              key={thread.id}
              thread={thread}
              comments={comments}
              now={now}
              isSelected={thread.id === selected}
              hasText={places.has(thread.id)}
            />
          ))}
        </ul>
      </div>
    </aside>
  );
}

function NoThreads({ filter, mayComment }: { filter: 'open' | 'resolved'; mayComment: boolean }) {
  const t = useText();
  if (filter === 'resolved')
    return <EmptyState icon={<MessageIcon size={18} />} title={t('notebook.comment.noneResolved')} />;
  return (
    <EmptyState icon={<MessageIcon size={18} />} title={t('notebook.comment.none')}>
      {mayComment ? t('notebook.comment.noneHint') : null}
    </EmptyState>
  );
}

/** A thread that is being begun about the selected text. */
function NewThread({ pending, comments }: { pending: PendingThread; comments: Comments }) {
  const t = useText();
  const { store, notebookId, whenTextSaved } = comments;
  const giveUp = () => endPending(store, null);
  const send = async (text: string) => {
    // The place is told by letters of the text that the server must have.
    await whenTextSaved();
    const made = await postComment(notebookId, threadAbout(pending, text));
    if (made) endPending(store, made.threadId);
    return made !== null;
  };
  return (
    <div className="thread thread-new" data-selected>
      <div className="thread-head">
        <span className="thread-quote" title={pending.quote}>
          <bdi>{pending.quote}</bdi>
        </span>
      </div>
      <CommentField
        label={t('notebook.comment.write')}
        place={store.getState().newPlace}
        isFocused
        onCancel={giveUp}
        onSend={send}
      />
    </div>
  );
}

/** The time, anew every minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
