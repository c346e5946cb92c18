import {
  applyGraphChanges,
  graphChanges,
  GromaError,
  overtakenChanges,
  reversedChanges,
  type GraphChange,
  type WorkflowGraph,
} from '@groma/model';
import type * as Y from 'yjs';
import type { ChangeAsked, ChangeDoer, ChangeRow } from './change-row.ts';

/** Graphs of workflows, in their live documents: node by node and field by field. */
export const workflowChange: ChangeDoer = {
  async apply(asked) {
    await inWorkflow(asked, (doc) => {
      applyWorkflow(doc, asked.change);
    });
    return {};
  },
  revert(asked) {
    const changes = reversedChanges(changesOf(asked.change));
    return inWorkflow(asked, (doc) => {
      const taken = new Set(overtakenChanges(doc, changes));
      const own = changes.filter((change) => !taken.has(change));
      if (own.length === 0) throw new GromaError('CHANGE_CONFLICT', { name: asked.change.title });
      applyGraphChanges(doc, own);
      return { isLess: taken.size > 0 };
    });
  },
};

/** Makes the change in a document, or throws before it has. @throws GromaError CHANGE_CONFLICT */
function applyWorkflow(doc: Y.Doc, change: Pick<ChangeRow, 'before' | 'after' | 'title'>): void {
  const changes = changesOf(change);
  if (overtakenChanges(doc, changes).length > 0) throw new GromaError('CHANGE_CONFLICT', { name: change.title });
  applyGraphChanges(doc, changes);
}

function changesOf({ before, after }: Pick<ChangeRow, 'before' | 'after'>): GraphChange[] {
  return graphChanges(before as WorkflowGraph, after as WorkflowGraph);
}

async function inWorkflow<T>(
  { platform, needs, projectId, user, change }: ChangeAsked,
  edit: (doc: Y.Doc) => T,
): Promise<T> {
  const id = change.target['workflow']!;
  const { projectId: owner } = await platform.access.requireOwned(user.id, 'workflow', id, 'update', 'workflow');
  if (owner !== projectId) throw new GromaError('NOT_FOUND', { noun: 'workflow' });
  return needs.editWorkflow(id, edit);
}
