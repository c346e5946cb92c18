import { createRelativePositionFromJSON, relativePositionToJSON, type RelativePosition } from 'yjs';
import { createStore, useStore, type StoreApi } from 'zustand';
import { keepTyped, readTyped } from '../../../platform/unsaved/kept-text.ts';

/** Where text is marked, in positions of the editor. */
export interface Place {
  from: number;
  to: number;
}

/** Ends of the pieces of text that are about to be commented on, and the text itself. */
export interface PendingThread {
  places: readonly { start: RelativePosition; end: RelativePosition }[];
  quote: string;
}

type ThreadFilter = 'open' | 'resolved';

interface CommentState {
  /** Where the words of a thread that is being begun are kept. */
  newPlace: string;
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

/** A thread that was being begun before a reload is there again. */
export function createCommentStore(notebookId = ''): CommentStore {
  const newPlace = `new-comment.${notebookId}`;
  const pending = readTyped(newPlace) === null ? null : readPending(newPlace);
  return createStore<CommentState>(() => ({
    newPlace,
    isOpen: pending !== null,
    filter: 'open',
    selected: null,
    pending,
    places: new Map(),
    shown: new Set(),
  }));
}

const textPlaceOf = (newPlace: string): string => `${newPlace}.text`;

function readPending(newPlace: string): PendingThread | null {
  const kept = readTyped(textPlaceOf(newPlace));
  if (kept === null) return null;
  const { quote, places } = JSON.parse(kept) as { quote: string; places: { start: unknown; end: unknown }[] };
  return {
    quote,
    places: places.map(({ start, end }) => ({
      start: createRelativePositionFromJSON(start),
      end: createRelativePositionFromJSON(end),
    })),
  };
}

/**
 * The thread that is being begun, where words were written for it already: those are given up by nothing but Cancel.
 */
function worded({ pending, newPlace }: CommentState): PendingThread | null {
  return pending && readTyped(newPlace) !== null ? pending : null;
}

export function useCommentState<Part>(store: CommentStore, part: (state: CommentState) => Part): Part {
  return useStore(store, part);
}

/** Unfolds a thread in the list, and opens the list for it. */
export function selectThread(store: CommentStore, threadId: string): void {
  store.setState((state) => ({
    isOpen: true,
    selected: threadId,
    pending: worded(state),
    filter: state.shown.has(threadId) ? 'open' : 'resolved',
  }));
}

/** Begins a thread about selected text: its words are written in the list. */
export function beginThread(store: CommentStore, pending: PendingThread): void {
  const { newPlace } = store.getState();
  const places = pending.places.map(({ start, end }) => ({
    start: relativePositionToJSON(start) as unknown,
    end: relativePositionToJSON(end) as unknown,
  }));
  keepTyped(textPlaceOf(newPlace), JSON.stringify({ quote: pending.quote, places }));
  store.setState({ isOpen: true, filter: 'open', selected: null, pending });
}

/** The thread that was being begun is made, or given up. */
export function endPending(store: CommentStore, selected: string | null): void {
  keepTyped(textPlaceOf(store.getState().newPlace), null);
  store.setState({ pending: null, selected });
}

/** Opens the list of threads, or closes it. */
export function showComments(store: CommentStore, isOpen: boolean): void {
  store.setState((state) => ({ isOpen, selected: null, pending: worded(state) }));
}
