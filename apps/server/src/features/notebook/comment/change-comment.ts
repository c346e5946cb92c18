import { commentLimit, commentRecords, GromaError, newId, threadRecords, type NotebookComment } from '@groma/model';
import type { ThreadMessage } from '@groma/protocol';
import type * as Y from 'yjs';

/** Who asks, by the session. */
export interface Speaker {
  id: string;
  username: string;
  isEditor: boolean;
}

type CommentChange = Extract<ThreadMessage, { commentId: string }>;

/** Adds a comment to a thread that is there; gives its id. @throws GromaError BAD_INPUT when the thread is full. */
export function putComment(doc: Y.Doc, { id: userId, username }: Speaker, threadId: string, text: string): string {
  const others = commentsOf(doc, threadId);
  if (others.length >= commentLimit.comments)
    throw new GromaError('BAD_INPUT', { detail: `A thread has at most ${commentLimit.comments} comments.` });
  const id = newId();
  const order = Math.max(-1, ...others.map((comment) => comment.order)) + 1;
  commentRecords(doc).set(id, {
    id,
    threadId,
    order,
    userId,
    username,
    text,
    createdAt: new Date().toISOString(),
    editedAt: null,
    deletedAt: null,
    reactions: {},
  });
  return id;
}

/**
 * Edits or deletes a comment or its reactions. `isEmptied`: it was the last, and its thread is gone with it.
 * @throws GromaError NOT_FOUND, FORBIDDEN, BAD_INPUT
 */
export function changeComment(
  doc: Y.Doc,
  speaker: Speaker,
  message: CommentChange,
): { threadId: string; commentId: string; isEmptied?: boolean } {
  const comment = commentRecords(doc).get(message.commentId);
  if (!comment || comment.deletedAt !== null) throw new GromaError('NOT_FOUND', { noun: 'comment' });
  const about = { threadId: comment.threadId, commentId: comment.id };
  switch (message.type) {
    case 'Edit_Comment':
      if (comment.userId !== speaker.id) throw new GromaError('FORBIDDEN', { action: 'edit', subject: 'comment' });
      if (comment.text !== message.text)
        put(doc, { ...comment, text: message.text, editedAt: new Date().toISOString() });
      return about;
    case 'Delete_Comment':
      if (comment.userId !== speaker.id && !speaker.isEditor)
        throw new GromaError('FORBIDDEN', { action: 'delete', subject: 'comment' });
      return { ...about, isEmptied: remove(doc, comment) };
    case 'Add_Reaction':
    case 'Remove_Reaction':
      react(doc, comment, speaker.id, message.emoji, message.type === 'Add_Reaction');
      return about;
    default:
      return message satisfies never;
  }
}

/**
 * A comment that others answered keeps its place without its text; true when the thread has nothing left to say and is
 * gone.
 */
function remove(doc: Y.Doc, comment: NotebookComment): boolean {
  const others = commentsOf(doc, comment.threadId).filter(({ id }) => id !== comment.id);
  if (others.every(({ deletedAt }) => deletedAt !== null)) {
    for (const { id } of [comment, ...others]) commentRecords(doc).delete(id);
    threadRecords(doc).delete(comment.threadId);
    return true;
  }
  if (others.some(({ order }) => order > comment.order))
    put(doc, { ...comment, text: '', reactions: {}, deletedAt: new Date().toISOString() });
  else commentRecords(doc).delete(comment.id);
  return false;
}

function react(doc: Y.Doc, comment: NotebookComment, userId: string, emoji: string, isOn: boolean): void {
  const before = comment.reactions[emoji] ?? [];
  if (before.includes(userId) === isOn) return;
  const people = isOn ? [...before, userId] : before.filter((id) => id !== userId);
  const { [emoji]: _, ...others } = comment.reactions;
  if (isOn && before.length === 0 && Object.keys(others).length >= commentLimit.reactions)
    throw new GromaError('BAD_INPUT', {
      detail: `A comment has at most ${commentLimit.reactions} kinds of reactions.`,
    });
  // In the order in which they first came.
  put(doc, { ...comment, reactions: people.length === 0 ? others : { ...comment.reactions, [emoji]: people } });
}

function put(doc: Y.Doc, comment: NotebookComment): void {
  commentRecords(doc).set(comment.id, comment);
}

function commentsOf(doc: Y.Doc, threadId: string): NotebookComment[] {
  return [...commentRecords(doc).values()].filter((comment) => comment.threadId === threadId);
}
