import type { NotebookComment } from '@groma/model';
import { IconButton, MoodPlusIcon, Popover, Tooltip, useInterface } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { postComment } from './comment-calls.ts';
import { reactionChoices } from './emoji.ts';
import type { Comments } from './use-comments.ts';

interface ReactionProps {
  comment: NotebookComment;
  comments: Comments;
}

function toggle({ comment, comments }: ReactionProps, emoji: string): void {
  const isOn = comment.reactions[emoji]?.includes(comments.userId) ?? false;
  void postComment(comments.notebookId, {
    type: isOn ? 'Remove_Reaction' : 'Add_Reaction',
    commentId: comment.id,
    emoji,
  });
}

/** The reactions to a comment; whoever may comment adds to them and takes their own back (NBK-030). */
export function CommentReactions(props: ReactionProps) {
  const { comment, comments } = props;
  const t = useText();
  const { locale } = useInterface();
  const found = Object.entries(comment.reactions);
  if (found.length === 0) return null;
  const list = new Intl.ListFormat(locale);
  return (
    <div className="comment-reactions">
      {found.map(([emoji, people]) => {
        const who = list.format(
          people.map((id) =>
            id === comments.userId ? t('notebook.comment.you') : comments.nameOf(id, t('notebook.comment.somebody')),
          ),
        );
        return (
          <Tooltip key={emoji} label={who}>
            <button
              type="button"
              className="reaction"
              disabled={!comments.mayComment}
              aria-pressed={people.includes(comments.userId)}
              aria-label={t('notebook.comment.reactionBy', { emoji, who })}
              onClick={() => toggle(props, emoji)}
            >
              <span aria-hidden>{emoji}</span>
              {people.length}
            </button>
          </Tooltip>
        );
      })}
      {comments.mayComment && <ReactionPicker {...props} />}
    </div>
  );
}

/** Sixteen reactions to choose from. */
export function ReactionPicker(props: ReactionProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <IconButton
          size="s"
          label={t('notebook.comment.react')}
          icon={<MoodPlusIcon size={15} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className="reaction-choices" role="group" aria-label={t('notebook.comment.react')}>
          {reactionChoices.map(([emoji, name]) => (
            <button
              key={emoji}
              type="button"
              aria-label={t(`notebook.comment.emoji.${name}`)}
              title={t(`notebook.comment.emoji.${name}`)}
              onClick={() => {
                setOpen(false);
                toggle(props, emoji);
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
