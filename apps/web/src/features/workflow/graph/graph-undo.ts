import { workflowEdges, workflowNodes, workflowParameters } from '@groma/model';
import { useEffect, useMemo } from 'react';
import * as Y from 'yjs';

/**
 * Undo and redo of what this person has done to a workflow; what others do stays. Letters typed within half a second
 * are one step.
 */
export function useGraphUndo(doc: Y.Doc): Y.UndoManager {
  const undo = useMemo(
    () => new Y.UndoManager([workflowNodes(doc), workflowEdges(doc), workflowParameters(doc)]),
    [doc],
  );
  useEffect(() => () => undo.destroy(), [undo]);
  return undo;
}

/** Undoes or redoes where a key asks for it (Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y); whether it did. */
export function applyUndoKey(event: KeyboardEvent, undo: Y.UndoManager): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  const isRedo = (key === 'z' && event.shiftKey) || key === 'y';
  if (key !== 'z' && key !== 'y') return false;
  if (isRedo) undo.redo();
  else undo.undo();
  return true;
}
