import { projectTool } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { openDialog } from '../../../registry/dialog.ts';
import { OfferToolDialog } from '../../../registry/offer-tool-dialog.tsx';

/** Asks under which title a notebook is offered as a tool; one that is offered can be withdrawn. */
export async function offerNotebook(projectId: string, { id, name }: { id: string; name: string }): Promise<void> {
  const params = { notebookId: id };
  const { data } = await api.call(projectTool.listProjectTools, { params: { projectId } });
  openDialog((props) => (
    <OfferToolDialog
      {...props}
      text={t('function.offerNotebook')}
      title={name}
      known={data.find(({ notebook_id: of }) => of === id)}
      onOffer={(texts) => api.call(projectTool.offerNotebook, { params, body: texts })}
      onWithdraw={() => api.call(projectTool.withdrawNotebook, { params })}
    />
  ));
}
