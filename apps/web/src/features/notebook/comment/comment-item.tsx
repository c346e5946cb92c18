import type { NotebookComment } from '@groma/model';
import { Avatar, DotsIcon, IconButton, Menu, PencilIcon, useInterface } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { timeAgo } from '../../../platform/time-ago.ts';
import { readTyped } from '../../../platform/unsaved/kept-text.ts';
import { menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { commentCommands } from './comment-commands.ts';
import { postComment } from './comment-calls.ts';
import { CommentField } from './comment-field.tsx';
import { CommentReactions, ReactionPicker } from './comment-reactions.tsx';
import { CommentText } from './comment-text.tsx';
import type { Comments } from './use-comments.ts';

interface CommentItemProps {
  comment: NotebookComment;
  comments: Comments;
  now: Date;
  isFolded?: boolean;
}

/** One comment: who, when, what, the reactions to it, and what this person may do with it. */
export function CommentItem({ comment, comments, now, isFolded = false }: CommentItemProps) {
  const t = useText();
  const place = `comment.${comment.id}`;
  // What was begun before a reload goes on.
  const [isEditing, setEditing] = useState(() => comment.userId === comments.userId && readTyped(place) !== null);
  const { notebookId, userId, nameOf } = comments;
  if (comment.deletedAt !== null) return <div className="comment comment-deleted">{t('notebook.comment.deleted')}</div>;
  const name = nameOf(comment.userId, comment.username);
  const edit = async (text: string) => {
    const isTaken = (await postComment(notebookId, { type: 'Edit_Comment', commentId: comment.id, text })) !== null;
    if (isTaken) setEditing(false);
    return isTaken;
  };
  return (
    <div className="comment">
      <Avatar id={comment.userId} name={name} size="s" tooltip={false} />
      <div className="comment-body">
        <div className="comment-head">
          <bdi className="comment-name">{comment.userId === userId ? t('notebook.comment.you') : name}</bdi>
          <CommentTime comment={comment} now={now} />
          {!isFolded && !isEditing && (
            <CommentTools comment={comment} comments={comments} onEdit={() => setEditing(true)} />
          )}
        </div>
        {isEditing ? (
          <CommentField
            label={t('notebook.comment.edit')}
            place={place}
            text={comment.text}
            isFocused
            onCancel={() => setEditing(false)}
            onSend={edit}
          />
        ) : (
          <CommentText text={comment.text} />
        )}
        {!isFolded && <CommentReactions comment={comment} comments={comments} />}
      </div>
    </div>
  );
}

function CommentTime({ comment: { createdAt, editedAt }, now }: { comment: NotebookComment; now: Date }) {
  const t = useText();
  const { locale } = useInterface();
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const when = new Date(createdAt);
  return (
    <>
      <time className="comment-time" dateTime={createdAt} title={whole.format(when)}>
        {timeAgo(when, now, locale)}
      </time>
      {editedAt !== null && (
        <span className="comment-time" title={whole.format(new Date(editedAt))}>
          {t('notebook.comment.edited')}
        </span>
      )}
    </>
  );
}

function CommentTools({ comment, comments, onEdit }: { comment: NotebookComment; comments: Comments; onEdit(): void }) {
  const t = useText();
  const { notebookId, mayComment, isEditor, userId } = comments;
  if (!mayComment) return null;
  const isOwn = comment.userId === userId;
  const items = menuOf([
    // The field for it opens here: no command.
    isOwn ? { key: 'edit', label: t('notebook.comment.edit'), icon: <PencilIcon />, onSelect: onEdit } : null,
    isOwn || isEditor ? menuEntry(commentCommands.deleteComment, { notebookId, commentId: comment.id }) : null,
  ]);
  return (
    <span className="comment-tools">
      <ReactionPicker comment={comment} comments={comments} />
      {items.length > 0 && (
        <Menu
          items={items}
          position="bottom-end"
          target={<IconButton size="s" label={t('notebook.comment.more')} icon={<DotsIcon size={15} />} />}
        />
      )}
    </span>
  );
}
