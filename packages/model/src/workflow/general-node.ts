import type { GeneralNodeType, WorkflowNode, WorkflowNodeOf } from './workflow-graph.ts';

const made: { [Type in GeneralNodeType]: Omit<WorkflowNodeOf<Type>['data'], 'label'> } = {
  data: { reference: '', input: '' },
  tool: { tool: '', parameters: {} },
  files: { pattern: '', atOnce: 2 },
  collect: { to: 'merge', folder: '', ending: '.gpkg' },
  query: { query: '' },
  condition: { subject: 'count', operator: '>', value: 0 },
  merge: {},
  save: { to: 'layer', map: '', name: '', path: '' },
  note: { text: '' },
};

/**
 * A new node of a kind that makes a workflow a general one, with its defaults and what `data` says in place of them.
 */
export function newGeneralNode<Type extends GeneralNodeType>(
  type: Type,
  id: string,
  position: WorkflowNode['position'],
  data: Partial<WorkflowNodeOf<Type>['data']> & { label: string },
): WorkflowNodeOf<Type> {
  return { id, type, position, data: { ...structuredClone(made[type]), ...data } } as unknown as WorkflowNodeOf<Type>;
}
