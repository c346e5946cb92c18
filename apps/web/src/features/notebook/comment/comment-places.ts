import { commentableBlockTypes, commentLimit } from '@groma/model';
import { TextSelection, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { absolutePositionToRelativePosition, relativePositionToAbsolutePosition, ySyncPluginKey } from 'y-prosemirror';
import type { XmlFragment } from 'yjs';
import type { PendingThread, Place } from './comment-store.ts';

type Document = EditorState['doc'];
type Binding = { type: XmlFragment; doc: NonNullable<XmlFragment['doc']>; binding: { mapping: never } };

/** Name of the mark of a thread in the text. */
const markName = 'comment';

/**
 * The pieces of text in a selection that can be commented on (NBK-012), one for each run of text without a line break.
 */
function commentablePieces({ doc, selection }: Pick<EditorState, 'doc' | 'selection'>): Place[] {
  const pieces: Place[] = [];
  for (const { $from, $to } of selection.ranges) {
    doc.nodesBetween($from.pos, $to.pos, (node, position, parent) => {
      if (parent?.type.name === 'blockContainer' && node.type.name !== 'blockGroup')
        return commentableBlockTypes.has(node.type.name);
      if (node.isText && node.text)
        addPiece(pieces, Math.max($from.pos, position), Math.min($to.pos, position + node.nodeSize));
      return true;
    });
  }
  return pieces.slice(0, commentLimit.places);
}

/** Text of other marks that follows directly is the same run. */
function addPiece(pieces: Place[], from: number, to: number): void {
  if (from >= to) return;
  const last = pieces.at(-1);
  if (last?.to === from) last.to = to;
  else pieces.push({ from, to });
}

/** The selected text as what a thread can be begun about; null where there is none. */
export function pendingThread(view: EditorView): PendingThread | null {
  const { state } = view;
  const pieces = commentablePieces(view.editable ? state : { doc: state.doc, selection: readSelection(view) });
  const sync = ySyncPluginKey.getState(state) as Binding | undefined;
  if (pieces.length === 0 || !sync) return null;
  const relative = (position: number) =>
    absolutePositionToRelativePosition(
      position,
      sync.type,
      sync.binding.mapping,
    ) as PendingThread['places'][number]['start'];
  return {
    places: pieces.map(({ from, to }) => ({ start: relative(from), end: relative(to) })),
    quote: pieces.map(({ from, to }) => state.doc.textBetween(from, to)).join(' '),
  };
}

/** In a text that cannot be edited the editor hears only of some selections: the page knows. */
function readSelection(view: EditorView): EditorState['selection'] {
  const found = document.getSelection();
  if (
    !found?.anchorNode ||
    !found.focusNode ||
    !view.dom.contains(found.anchorNode) ||
    !view.dom.contains(found.focusNode)
  )
    return view.state.selection;
  const place = (node: Node, offset: number) => view.state.doc.resolve(view.posAtDOM(node, offset));
  return TextSelection.between(place(found.anchorNode, found.anchorOffset), place(found.focusNode, found.focusOffset));
}

/** Where the text of a thread that is being begun stands now. */
export function placesOfPending(state: EditorState, pending: PendingThread): Place[] {
  const sync = ySyncPluginKey.getState(state) as Binding | undefined;
  if (!sync) return [];
  const absolute = (position: PendingThread['places'][number]['start']) =>
    relativePositionToAbsolutePosition(sync.doc, sync.type, position, sync.binding.mapping);
  return pending.places.flatMap(({ start, end }) => {
    const [from, to] = [absolute(start), absolute(end)];
    return from !== null && to !== null && from < to ? [{ from, to }] : [];
  });
}

/** The pieces of text that are marked, each with its thread. */
export function markedPieces(doc: Document): (Place & { threadId: string })[] {
  const pieces: (Place & { threadId: string })[] = [];
  doc.descendants((node, position) => {
    if (!node.isText) return;
    for (const mark of node.marks) {
      const threadId: unknown = mark.type.name === markName ? mark.attrs['threadId'] : undefined;
      if (typeof threadId === 'string' && threadId !== '')
        pieces.push({ threadId, from: position, to: position + node.nodeSize });
    }
  });
  return pieces;
}

/** From the first to the last marked letter of each thread. */
export function threadPlaces(pieces: readonly (Place & { threadId: string })[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { threadId, from, to } of pieces) {
    const known = places.get(threadId);
    places.set(threadId, known ? { from: Math.min(known.from, from), to: Math.max(known.to, to) } : { from, to });
  }
  return places;
}
