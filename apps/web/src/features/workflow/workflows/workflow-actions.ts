import { newId, newWorkflowGraph } from '@groma/model';
import { workflow, type WorkflowInfo } from '@groma/protocol';
import { confirm, toast } from '@groma/ui';
import { api, errorText, queryClient } from '../../../platform/api.ts';
import { whenOnServer } from '../../../platform/live.ts';
import { t } from '../../../platform/text.ts';
import { closePanel, openPanel, setPanelTitle } from '../../../registry/panel.ts';
import { nameOfNew } from './say-workflow.ts';
import { listKey, panelIdOf } from './workflow-list.ts';

type Named = Pick<WorkflowInfo, 'id' | 'name'>;

export interface WorkflowPanelParams {
  workflowId: string;
}

export function openWorkflow({ id, name }: Named): void {
  openPanel<WorkflowPanelParams>({ kind: 'workflow', id: panelIdOf(id), title: name, params: { workflowId: id } });
}

/** Makes a workflow with an input, a conversion and an output, named in the language of the person, and opens it. */
export async function createWorkflow(projectId: string, name: string): Promise<void> {
  const { nodes, edges } = newWorkflowGraph(newId, { label: nameOfNew });
  const body = { name, nodes: [...nodes], edges: [...edges] };
  const { data } = await api.call(workflow.createWorkflow, { params: { projectId }, body });
  await queryClient.invalidateQueries({ queryKey: listKey(projectId) });
  openWorkflow(data);
}

/** Gives a workflow another name here and for everybody; a failure is thrown for whoever asked to show. */
export async function renameWorkflow(projectId: string, workflowId: string, name: string): Promise<void> {
  const { data } = await api.call(workflow.renameWorkflow, { params: { workflowId, projectId }, body: { name } });
  setPanelTitle(panelIdOf(workflowId), data.name);
  await queryClient.invalidateQueries({ queryKey: listKey(projectId) });
}

/** Asks once, then deletes. */
export async function deleteWorkflow(projectId: string, { id, name }: Named): Promise<void> {
  const isSure = await confirm({
    title: t('workflow.deleteTitle', { name }),
    body: t('workflow.deleteBody'),
    confirmLabel: t('workflow.delete'),
    danger: true,
  });
  if (!isSure) return;
  await said(async () => {
    await api.call(workflow.deleteWorkflow, { params: { workflowId: id, projectId } });
    closePanel(panelIdOf(id));
    await queryClient.invalidateQueries({ queryKey: listKey(projectId) });
  });
}

export async function duplicateWorkflow(projectId: string, { id }: Named): Promise<void> {
  await said(async () => {
    await whenOnServer('workflow', id);
    const { data } = await api.call(workflow.duplicateWorkflow, { params: { workflowId: id, projectId }, body: {} });
    await queryClient.invalidateQueries({ queryKey: listKey(projectId) });
    openWorkflow(data);
  });
}

async function said(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    toast.error(errorText(error));
  }
}
