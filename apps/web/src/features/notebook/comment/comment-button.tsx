import { IconButton, MessageIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { showComments, useCommentState } from './comment-store.ts';
import type { Comments } from './use-comments.ts';

/** Opens and closes the comments; says how many threads are open, and whether somebody has said something new. */
export function CommentButton({ comments: { store, threads, unread } }: { comments: Comments }) {
  const t = useText();
  const isOpen = useCommentState(store, (state) => state.isOpen);
  const count = threads.filter(({ resolvedAt }) => resolvedAt === null).length;
  const label =
    unread.size > 0
      ? t('notebook.comment.buttonUnread', { open: count, count: unread.size })
      : t('notebook.comment.button', { count });
  return (
    <IconButton
      label={label}
      active={isOpen}
      className="comment-button"
      onClick={() => showComments(store, !isOpen)}
      icon={
        <>
          <MessageIcon />
          {count > 0 && (
            <span className="comment-count" aria-hidden>
              {count}
            </span>
          )}
          {unread.size > 0 && <span className="comment-dot" aria-hidden />}
        </>
      }
    />
  );
}
