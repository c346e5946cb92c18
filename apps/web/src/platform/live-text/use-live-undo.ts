import { useEffect, useMemo } from 'react';
import * as Y from 'yjs';

type Parts = ConstructorParameters<typeof Y.UndoManager>[0];
type Changed = ReadonlyMap<object, ReadonlySet<string | null>>;

/**
 * Undo and redo of what this person has done to parts of a live document; what others do stays. What is changed again
 * within half a second is one step, as the letters of a word and the places of a node that is dragged; two different
 * things are two steps, however fast they follow each other.
 */
export function useLiveUndo(doc: Y.Doc, partsOf: (doc: Y.Doc) => Parts): Y.UndoManager {
  const undo = useMemo(() => liveUndo(partsOf(doc)), [doc, partsOf]);
  useEffect(() => () => undo.destroy(), [undo]);
  return undo;
}

function liveUndo(parts: Parts): Y.UndoManager {
  let before: Changed = new Map();
  const undo: Y.UndoManager = new Y.UndoManager(parts, {
    captureTransaction: ({ origin, changed }) => {
      if (!undo.trackedOrigins.has(origin)) return true;
      if (!isOfSame(changed, before)) undo.stopCapturing();
      before = changed;
      return true;
    },
  });
  return undo;
}

function isOfSame(one: Changed, other: Changed): boolean {
  return (
    one.size === other.size &&
    [...one].every(([part, keys]) => {
      const others = other.get(part);
      return others?.size === keys.size && [...keys].every((key) => others.has(key));
    })
  );
}
