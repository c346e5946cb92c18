import { projectTool, type WorkflowInfo } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { openDialog } from '../../../registry/dialog.ts';
import { OfferToolDialog } from '../../../registry/offer-tool-dialog.tsx';

/** Asks under which title a workflow is offered as a tool; one that is offered can be withdrawn. */
export async function offerWorkflow(projectId: string, { id, name }: Pick<WorkflowInfo, 'id' | 'name'>): Promise<void> {
  const params = { projectId, workflowId: id };
  const { data } = await api.call(projectTool.listProjectTools, { params: { projectId } });
  openDialog((props) => (
    <OfferToolDialog
      {...props}
      text={t('function.offerWorkflow')}
      title={name}
      known={data.find(({ workflow_id: of }) => of === id)}
      onOffer={(texts) => api.call(projectTool.offerWorkflow, { params, body: texts })}
      onWithdraw={() => api.call(projectTool.withdrawWorkflow, { params })}
    />
  ));
}
