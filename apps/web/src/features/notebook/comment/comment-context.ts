import { createContext, useContext } from 'react';
import type { Comments } from './use-comments.ts';

type TextComments = Pick<Comments, 'store' | 'mayComment'>;

/** What the text of an open notebook needs of its comments. */
export const CommentContext = createContext<TextComments | null>(null);

/** The comments of the notebook that this text belongs to. */
export function useTextComments(): TextComments {
  const comments = useContext(CommentContext);
  if (!comments) throw new Error('Text was drawn outside of a notebook with comments.');
  return comments;
}
