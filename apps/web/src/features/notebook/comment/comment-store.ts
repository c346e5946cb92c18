import type { RelativePosition } from 'yjs';
import { createStore, useStore, type StoreApi } from 'zustand';

/** Where text is marked, in positions of the editor. */
export interface Place { from: number; to: number }

/** Ends of the pieces of text that are about to be commented on, and the text itself. */
export interface PendingThread { places: readonly { start: RelativePosition; end: RelativePosition }[]; quote: string }

type ThreadFilter = 'open' | 'resolved';

interface CommentState {
  isOpen: boolean;
  filter: ThreadFilter;
  /** The thread that is unfolded, whose text stands out. */
  selected: string | null;
  pending: PendingThread | null;
  /** First and last position of each thread that has text in the notebook; the editor keeps it. */
  places: ReadonlyMap<string, Place>;
  /** Threads whose text is marked for the eye: those that are not resolved. */
  shown: ReadonlySet<string>;
}

/** What the text and the list of comments of one notebook have in common. */
export type CommentStore = StoreApi<CommentState>;

export function createCommentStore(): CommentStore {
  return createStore<CommentState>(() => ({ isOpen: false, filter: 'open', selected: null, pending: null, places: new Map(), shown: new Set() }));
}

export function useCommentState<Part>(store: CommentStore, part: (state: CommentState) => Part): Part {
  return useStore(store, part);
}

/** Unfolds a thread in the list, and opens the list for it. */
export function selectThread(store: CommentStore, threadId: string): void {
  store.setState(({ shown }) => ({ isOpen: true, selected: threadId, pending: null, filter: shown.has(threadId) ? 'open' : 'resolved' }));
}

/** Begins a thread about selected text: its words are written in the list. */
export function beginThread(store: CommentStore, pending: PendingThread): void {
  store.setState({ isOpen: true, filter: 'open', selected: null, pending });
}
