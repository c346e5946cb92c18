import { workflowEdges, workflowNodes, workflowParameters } from '@groma/model';
import type * as Y from 'yjs';
import { useLiveUndo } from '../../../platform/live-text/use-live-undo.ts';

/** Undo and redo of what this person has done to a workflow. */
export function useGraphUndo(doc: Y.Doc): Y.UndoManager {
  return useLiveUndo(doc, partsOf);
}

const partsOf = (doc: Y.Doc) => [workflowNodes(doc), workflowEdges(doc), workflowParameters(doc)];
