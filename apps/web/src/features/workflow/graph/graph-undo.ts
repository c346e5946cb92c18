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
