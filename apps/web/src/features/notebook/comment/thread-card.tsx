import type { FullThread } from '@groma/model';
import { ArrowBackUpIcon, CheckIcon, DotsIcon, IconButton, Menu, useInterface } from '@groma/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../../../platform/text.ts';
import { menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { commentCommands } from './comment-commands.ts';
import { timeAgo } from '../../../platform/time-ago.ts';
import { postComment } from './comment-calls.ts';
import { CommentField } from './comment-field.tsx';
import { CommentItem } from './comment-item.tsx';
import { selectThread } from './comment-store.ts';
import type { Comments } from './use-comments.ts';

interface ThreadCardProps {
  thread: FullThread;
  comments: Comments;
  now: Date;
  isSelected: boolean;
  hasText: boolean;
}

/** A thread in the list: folded to how it began, or whole with a field for an answer. */
export function ThreadCard({ thread, comments, now, isSelected, hasText }: ThreadCardProps) {
  const t = useText();
  const card = useRef<HTMLLIElement>(null);
  const { notebookId, store, unread, markRead, mayComment } = comments;
  const isUnread = unread.has(thread.id);
  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  useEffect(() => {
    if (isSelected && isUnread) markRead([thread.id]);
  }, [isSelected, isUnread, markRead, thread.id]);
  const select = () => {
    if (isSelected) return;
    selectThread(store, thread.id);
    card.current
      ?.closest('.notebook')
      ?.querySelector(`[data-bn-thread-id="${CSS.escape(thread.id)}"]`)
      ?.scrollIntoView({ block: 'center' });
  };
  const answer = async (text: string) =>
    (await postComment(notebookId, { type: 'Add_Comment', threadId: thread.id, text })) !== null;
  const first = thread.comments[0];
  const shown = isSelected || !first ? thread.comments : [first];
  return (
    // The button in it does the same by keyboard.
    <li
      ref={card}
      className="thread"
      data-selected={isSelected || undefined}
      data-unread={isUnread || undefined}
      onClick={select}
    >
      <ThreadHead thread={thread} comments={comments} isSelected={isSelected} hasText={hasText} onSelect={select} />
      {shown.map((comment) => (
        <CommentItem key={comment.id} comment={comment} comments={comments} now={now} isFolded={!isSelected} />
      ))}
      {!isSelected && thread.comments.length > 1 && (
        <div className="thread-more">{t('notebook.comment.replies', { count: thread.comments.length - 1 })}</div>
      )}
      {thread.resolvedAt !== null && <ResolvedNote thread={thread} comments={comments} now={now} />}
      {isSelected && mayComment && (
        <CommentField label={t('notebook.comment.reply')} place={`reply.${thread.id}`} onSend={answer} />
      )}
    </li>
  );
}

function ThreadHead({
  thread,
  comments,
  isSelected,
  hasText,
  onSelect,
}: Omit<ThreadCardProps, 'now'> & { onSelect(): void }) {
  const t = useText();
  const { notebookId, store, unread, mayComment } = comments;
  const isResolved = thread.resolvedAt !== null;
  const settle = () => {
    void postComment(notebookId, { type: isResolved ? 'Unresolve_Thread' : 'Resolve_Thread', threadId: thread.id });
  };
  const fold = (event: React.MouseEvent) => {
    event.stopPropagation();
    if (isSelected) store.setState({ selected: null });
    else onSelect();
  };
  return (
    <div className="thread-head">
      {unread.has(thread.id) && <span className="thread-unread" role="img" aria-label={t('notebook.comment.unread')} />}
      <button
        type="button"
        className="thread-quote"
        data-gone={!hasText || undefined}
        aria-expanded={isSelected}
        onClick={fold}
        title={thread.quote}
      >
        <bdi>{thread.quote}</bdi>
      </button>
      {!hasText && <span className="thread-gone">{t('notebook.comment.textGone')}</span>}
      {mayComment && (
        <IconButton
          size="s"
          label={t(isResolved ? 'notebook.comment.unresolve' : 'notebook.comment.resolve')}
          icon={isResolved ? <ArrowBackUpIcon size={15} className="flips" /> : <CheckIcon size={15} />}
          onClick={(event) => {
            event.stopPropagation();
            settle();
          }}
        />
      )}
      <ThreadMenu thread={thread} comments={comments} />
    </div>
  );
}

/** An editor deletes a whole thread; whoever began it does while nobody else has spoken. */
function ThreadMenu({
  thread,
  comments: { notebookId, userId, isEditor, mayComment },
}: {
  thread: FullThread;
  comments: Comments;
}) {
  const t = useText();
  const isOwn = thread.userId === userId && thread.comments.every((comment) => comment.userId === userId);
  if (!mayComment || !(isEditor || isOwn)) return null;
  const items = menuOf([
    menuEntry(commentCommands.deleteThread, { notebookId, threadId: thread.id, count: thread.comments.length }),
  ]);
  return (
    <Menu
      items={items}
      position="bottom-end"
      target={
        <IconButton
          size="s"
          label={t('notebook.comment.moreThread')}
          icon={<DotsIcon size={15} />}
          onClick={(event) => event.stopPropagation()}
        />
      }
    />
  );
}

function ResolvedNote({
  thread: { resolvedAt, resolvedBy },
  comments: { userId, nameOf },
  now,
}: {
  thread: FullThread;
  comments: Comments;
  now: Date;
}) {
  const t = useText();
  const { locale } = useInterface();
  if (resolvedAt === null || resolvedBy === null) return null;
  const when = timeAgo(new Date(resolvedAt), now, locale);
  return (
    <div className="thread-more">
      {resolvedBy === userId
        ? t('notebook.comment.resolvedByYou', { when })
        : t('notebook.comment.resolvedBy', { name: nameOf(resolvedBy, t('notebook.comment.somebody')), when })}
    </div>
  );
}
