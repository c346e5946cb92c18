import type { WorkflowNodeType } from '@groma/model';
import type { WorkflowInfo } from '@groma/protocol';
import { PlusIcon, SchemaIcon, SearchIcon, toast } from '@groma/ui';
import { can, readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { openDialog } from '../../../registry/dialog.ts';
import { openDrawer } from '../../../registry/drawer.ts';
import { pickNode } from '../add/pick-node.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { askWorkflowName } from './ask-workflow-name.tsx';
import { deleteWorkflow, duplicateWorkflow, openWorkflow } from './workflow-actions.ts';
import { findOpenWorkflow } from './open-workflows.ts';
import { findWorkflow } from './workflow-list.ts';

const argument = async () => (await import('./workflow-argument.ts')).workflowArgument;

interface OfWorkflow {
  workflowId: string;
}

/** Does something with a workflow of the project that is open, whether the workflow is open or not. */
async function withWorkflow(
  { workflowId }: OfWorkflow,
  act: (found: WorkflowInfo, projectId: string) => void | Promise<void>,
): Promise<void> {
  const project = readProject();
  const found = project && (await findWorkflow(project.id, workflowId));
  if (found) await act(found, project.id);
  else toast.error(t('workflow.notFound'));
}

const showList = defineCommand({
  id: 'workflow.show-list',
  title: 'workflow.showList',
  icon: SchemaIcon,
  isEnabled: () => readProject() !== null,
  run: () => openDrawer('workflows'),
});

const create = defineCommand({
  id: 'workflow.create',
  title: 'workflow.create',
  icon: PlusIcon,
  isEnabled: () => can('create', 'workflow'),
  run: () => openDialog(CreateDialog),
});

const open = defineCommand({
  id: 'workflow.open',
  title: 'workflow.open',
  listKey: 'Enter',
  isHidden: true,
  argument,
  run: (its: OfWorkflow) => withWorkflow(its, openWorkflow),
});

const rename = defineCommand({
  id: 'workflow.rename',
  title: 'workflow.rename',
  listKey: 'F2',
  isHidden: true,
  argument,
  isEnabled: () => can('update', 'workflow'),
  run: (its: OfWorkflow) => withWorkflow(its, (found, projectId) => askWorkflowName(projectId, found)),
});

const duplicate = defineCommand({
  id: 'workflow.duplicate',
  title: 'workflow.duplicate',
  isHidden: true,
  argument,
  isEnabled: () => can('duplicate', 'workflow'),
  run: (its: OfWorkflow) => withWorkflow(its, (found, projectId) => duplicateWorkflow(projectId, found)),
});

const offer = defineCommand({
  id: 'workflow.offer-tool',
  title: 'function.offer',
  isHidden: true,
  argument,
  isEnabled: () => can('update', 'workflow'),
  run: (its: OfWorkflow) =>
    withWorkflow(its, async (found, projectId) =>
      (await import('./offer-workflow.tsx')).offerWorkflow(projectId, found),
    ),
});

const remove = defineCommand({
  id: 'workflow.delete',
  title: 'workflow.delete',
  listKey: 'Del',
  danger: true,
  isHidden: true,
  argument,
  isEnabled: () => can('delete', 'workflow'),
  run: (its: OfWorkflow) => withWorkflow(its, (found, projectId) => deleteWorkflow(projectId, found)),
});

const findNode = defineCommand({
  id: 'workflow.find-node',
  title: 'workflow.findNode',
  icon: SearchIcon,
  listKey: 'Space',
  isHidden: true,
  argument,
  isEnabled: ({ workflowId }) => can('update', 'workflow') && findOpenWorkflow(workflowId) !== undefined,
  run: ({ workflowId }: OfWorkflow) => pickNode((wanted) => findOpenWorkflow(workflowId)?.addNode(wanted)),
});

const addNode = defineCommand({
  id: 'workflow.add-node',
  title: 'workflow.addNode',
  titleOf: ({ type }) => t(`workflow.add.${type}`),
  isHidden: true,
  argument: async () => (await import('./workflow-argument.ts')).nodeArgument,
  isEnabled: ({ workflowId }) => can('update', 'workflow') && findOpenWorkflow(workflowId) !== undefined,
  run: ({ workflowId, type }: OfWorkflow & { type: WorkflowNodeType }) => findOpenWorkflow(workflowId)?.addNode(type),
});

/** What is done to workflows. */
export const workflowCommands = { showList, create, open, rename, duplicate, offer, remove, addNode, findNode };
