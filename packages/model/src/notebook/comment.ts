import type * as Y from 'yjs';

/** Most of everything in the comments of one notebook. */
export const commentLimit = {
  /** Characters of one comment. */
  characters: 5_000,
  /** Threads of a notebook. */
  threads: 2_000,
  /** Comments of a thread. */
  comments: 1_000,
  /** Different reactions to a comment. */
  reactions: 20,
  /** Pieces of text that one thread marks. */
  places: 500,
  /** Characters of the marked text that a thread keeps. */
  quote: 200,
} as const;

/** Blocks whose text can be commented on (NBK-012). */
export const commentableBlockTypes: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'table',
  'alert',
  'bulletListItem',
  'numberedListItem',
  'checkListItem',
]);

/** What is known of a thread besides its comments. Times are ISO 8601. */
export interface CommentThread {
  id: string;
  createdAt: string;
  /** Who began it. */
  userId: string;
  /** The marked text as it was then, for when it is gone. */
  quote: string;
  resolvedAt: string | null;
  resolvedBy: string | null;
}

export interface NotebookComment {
  id: string;
  threadId: string;
  /** Place in the thread, from 0; gaps are left by what was deleted. */
  order: number;
  userId: string;
  /** The author's name then, for when they are no longer met in the project. */
  username: string;
  /** Plain text; empty when it was deleted. */
  text: string;
  createdAt: string;
  editedAt: string | null;
  /** Set where a deleted comment keeps its place because others answered it. */
  deletedAt: string | null;
  /** User ids by emoji. */
  reactions: Readonly<Record<string, readonly string[]>>;
}

/** A thread with its comments, oldest first. */
export interface FullThread extends CommentThread {
  comments: readonly NotebookComment[];
}

/** Id of the live document that holds the threads of a notebook. The server alone writes it. */
export function threadsDocumentId(notebookId: string): string {
  return `${notebookId}/threads`;
}

/** The threads of a notebook, by id, in their live document. */
export function threadRecords(doc: Y.Doc): Y.Map<CommentThread> {
  return doc.getMap<CommentThread>('threads');
}

/** The comments of all threads, by id. */
export function commentRecords(doc: Y.Doc): Y.Map<NotebookComment> {
  return doc.getMap<NotebookComment>('comments');
}

/** All threads with their comments, the oldest thread first. */
export function readThreads(doc: Y.Doc): FullThread[] {
  const byThread = Map.groupBy(commentRecords(doc).values(), ({ threadId }) => threadId);
  return [...threadRecords(doc).values()]
    .map((thread) => ({
      ...thread,
      comments: (byThread.get(thread.id) ?? []).toSorted((first, second) => first.order - second.order),
    }))
    .toSorted((first, second) => first.createdAt.localeCompare(second.createdAt) || first.id.localeCompare(second.id));
}

const oneEmoji = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');

/** Whether a text is exactly one emoji, as a reaction must be. */
export function isEmoji(text: string): boolean {
  return oneEmoji.test(text);
}
