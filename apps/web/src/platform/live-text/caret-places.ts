import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';

/** Where somebody else is in a text: offsets in UTF-16 units; `head` is the end that moves, where the caret stands. */
export interface CaretPlace {
  client: number;
  userId: string;
  name: string;
  anchor: number;
  head: number;
  told: string;
}

interface State {
  user?: { id?: unknown; name?: unknown };
  cursor?: { anchor?: unknown; head?: unknown } | null;
}

/** The carets of all others in this text, in the order of their connections. States that make no sense are left out. */
export function caretPlaces(text: Y.Text, awareness: Awareness): CaretPlace[] {
  return [...awareness.getStates()]
    .flatMap(([client, state]) => {
      const { user, cursor } = (state as State | null) ?? {};
      if (client === awareness.clientID || !cursor || typeof user?.id !== 'string' || typeof user.name !== 'string')
        return [];
      const anchor = offsetOf(text, cursor.anchor);
      const head = offsetOf(text, cursor.head);
      return anchor === null || head === null
        ? []
        : [{ client, userId: user.id, name: user.name, anchor, head, told: JSON.stringify(cursor) }];
    })
    .toSorted((first, second) => first.client - second.client);
}

/** The offset of a relative position as another client told it; null where it is none, or one of another text. */
function offsetOf(text: Y.Text, told: unknown): number | null {
  if (!text.doc || typeof told !== 'object' || told === null) return null;
  try {
    const place = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(told), text.doc);
    return place?.type === text ? place.index : null;
  } catch {
    // Told by another browser: it can be anything.
    return null;
  }
}

/** Tells the others where one's selection is, unless they know it. */
export function publishSelection(
  text: Y.Text,
  awareness: Awareness,
  selection: { anchor: number; head: number },
): void {
  const state = awareness.getLocalState() as State | null;
  if (!state) return;
  const told = {
    anchor: Y.createRelativePositionFromTypeIndex(text, selection.anchor),
    head: Y.createRelativePositionFromTypeIndex(text, selection.head),
  };
  if (JSON.stringify(state.cursor) !== JSON.stringify(told)) awareness.setLocalStateField('cursor', told);
}
