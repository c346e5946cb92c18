import { createExtension } from '@blocknote/core';
import { CommentMark } from '@blocknote/core/comments';
import { Plugin, PluginKey, type EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { markedPieces, placesOfPending, threadPlaces } from './comment-places.ts';
import { selectThread, type CommentStore, type Place } from './comment-store.ts';

const key = new PluginKey<DecorationSet>('notebook-comments');

/**
 * Lets an editor know the marks of threads, draws those that are to be seen, and selects the thread of a clicked text.
 * The editor only draws: the server puts marks into the text and takes them out, so that commenting needs no right to
 * write.
 */
export function commentExtension(store: CommentStore) {
  return createExtension({
    key: 'notebookComments',
    tiptapExtensions: [CommentMark],
    prosemirrorPlugins: [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_config, state) => draw(state, store),
          apply: (transaction, before, _old, state) =>
            transaction.docChanged || transaction.getMeta(key) !== undefined ? draw(state, store) : before,
        },
        props: {
          decorations: (state) => key.getState(state),
          handleClick: (view, position, event) => event.button === 0 && selectAt(view, position, store),
        },
        view: (view) => follow(view, store),
      }),
    ],
  });
}

/** Redraws when the list of comments changes what is to be seen, and tells it where the threads stand. */
function follow(
  view: EditorView,
  store: CommentStore,
): { update(view: EditorView, before: EditorState): void; destroy(): void } {
  const tell = (state: EditorState) => {
    const places = threadPlaces(markedPieces(state.doc));
    if (!isSame(places, store.getState().places)) store.setState({ places });
  };
  tell(view.state);
  const stop = store.subscribe((now, before) => {
    if (now.selected !== before.selected || now.shown !== before.shown || now.pending !== before.pending)
      view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false));
  });
  return {
    update: ({ state }, before) => {
      if (state.doc !== before.doc) tell(state);
    },
    destroy: stop,
  };
}

function draw(state: EditorState, store: CommentStore): DecorationSet {
  const { shown, selected, pending } = store.getState();
  const marked = markedPieces(state.doc)
    .filter(({ threadId }) => shown.has(threadId) || threadId === selected)
    .map(({ from, to, threadId }) =>
      Decoration.inline(from, to, {
        class: threadId === selected ? 'comment-mark comment-mark-selected' : 'comment-mark',
        'data-thread': threadId,
      }),
    );
  const begun = pending
    ? placesOfPending(state, pending).map(({ from, to }) =>
        Decoration.inline(from, to, { class: 'comment-mark comment-mark-selected' }),
      )
    : [];
  return DecorationSet.create(state.doc, [...marked, ...begun]);
}

/**
 * The thread of the shortest text at a place, where several lie over each other; whatever else a click does it still
 * does.
 */
function selectAt(view: EditorView, position: number, store: CommentStore): boolean {
  const { shown, places, selected } = store.getState();
  const length = (threadId: string) => {
    const place = places.get(threadId);
    return place ? place.to - place.from : Infinity;
  };
  const hit = markedPieces(view.state.doc)
    .filter(({ from, to, threadId }) => from <= position && position <= to && shown.has(threadId))
    .toSorted((first, second) => length(first.threadId) - length(second.threadId))[0];
  if (hit && view.state.selection.empty) selectThread(store, hit.threadId);
  else if (!hit && selected !== null) store.setState({ selected: null });
  return false;
}

function isSame(first: ReadonlyMap<string, Place>, second: ReadonlyMap<string, Place>): boolean {
  return (
    first.size === second.size &&
    [...first].every(([id, { from, to }]) => second.get(id)?.from === from && second.get(id)?.to === to)
  );
}
