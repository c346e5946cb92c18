import { expect, test } from 'vitest';
import { readListNews } from './workflow-list.ts';

test('[WFL-139] news of the list name the deleted and the renamed; what is broken is left out', () => {
  expect(
    readListNews({
      type: 'Workflow_List_Info_Sync',
      WorkflowListDeleteIds: ['a', 7],
      updatedWorkflowId: 'b',
      updatedWorkflowName: 'B',
    }),
  ).toEqual({ deletedIds: ['a'], updatedId: 'b', updatedName: 'B' });
  expect(readListNews({ WorkflowListDeleteIds: 'a', updatedWorkflowId: null })).toEqual({
    deletedIds: [],
    updatedId: null,
    updatedName: null,
  });
});
