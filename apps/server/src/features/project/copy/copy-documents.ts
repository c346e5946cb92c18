import {
  addToWorkflow,
  readWorkflowGraph,
  renewBlockData,
  withNewIds,
  type NewIds,
  type WorkflowNode,
  type WorkflowParameter,
} from '@groma/model';
import * as Y from 'yjs';
import type { Platform } from '../../../platform/platform.ts';

/** The document of a copied notebook, of the copies of its data; the outputs that it names are kept beside it. */
export async function notebookState(
  { documents: live }: Pick<Platform, 'documents'>,
  {
    fillNotebookCopy,
    copyNotebookOutputs,
  }: {
    fillNotebookCopy(copy: Y.Doc, original: Y.Doc): void;
    copyNotebookOutputs(fromId: string, toId: string, copy: Y.Doc): Promise<void>;
  },
  notebookId: string,
  copyId: string,
  ids: NewIds,
): Promise<Uint8Array> {
  const original = await live.read(notebookId);
  const copy = new Y.Doc();
  fillNotebookCopy(copy, original);
  await copyNotebookOutputs(notebookId, copyId, copy);
  renewBlockData(copy, ids);
  const state = Y.encodeStateAsUpdate(copy);
  original.destroy();
  copy.destroy();
  return state;
}

/** The graph of a workflow as it is now, of the copies of its data, in a document without the history of edits. */
export async function workflowState(
  { documents: live }: Pick<Platform, 'documents'>,
  workflowId: string,
  ids: NewIds,
): Promise<Uint8Array> {
  const original = await live.read(workflowId);
  const copy = new Y.Doc();
  const { nodes, edges, parameters = [] } = readWorkflowGraph(original);
  addToWorkflow(copy, {
    nodes: nodes.map((node) => ({ ...node, data: withNewIds(node.data, ids) }) as WorkflowNode),
    edges,
    parameters: parameters.map((each) => ({ ...each, default: withNewIds(each.default, ids) }) as WorkflowParameter),
  });
  const state = Y.encodeStateAsUpdate(copy);
  original.destroy();
  copy.destroy();
  return state;
}
