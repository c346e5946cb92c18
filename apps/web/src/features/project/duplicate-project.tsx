import { toast } from '@groma/ui';
import type { OperationReply } from '@groma/protocol';
import { api, errorText, queryClient } from '../../platform/api.ts';
import { endOfWork } from '../../platform/follow-work.ts';
import { Link } from '../../platform/link.tsx';
import type { Project } from '../../platform/session.ts';
import { whenOnServer } from '../../platform/live.ts';
import { t } from '../../platform/text.ts';
import { workspacePath } from './project-link.ts';

/** Copies a workspace with all it holds, and says so when the copy is there, has failed or was canceled. */
export async function duplicateProject({ id, name }: Pick<Project, 'id' | 'name'>): Promise<void> {
  const { operation, project } = await import('@groma/protocol');
  try {
    await whenOnServer();
    const { data } = await api.call(project.duplicateProject, { params: { projectId: id }, body: {} });
    toast.info(t('project.duplicating', { name }));
    await queryClient.invalidateQueries({ queryKey: ['operations', id] });
    const ended = await endOfWork(
      async () => (await api.call(operation.readOperation, { params: { operationId: data.operation_id } })).data,
      ({ job_status: status }) => status !== 'in progress',
    );
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
    sayEnd(ended, name, data.project_id);
  } catch (error) {
    toast.error(errorText(error), { title: t('project.notDuplicated', { name }) });
  }
}

function sayEnd({ status, subtitle, failedMessage }: OperationReply, name: string, copyId: string): void {
  if (status === 'Failed') toast.error(failedMessage ?? '', { title: t('project.notDuplicated', { name }) });
  if (status !== 'Completed') return;
  toast.success(
    <>
      {t('project.duplicated', { name: subtitle ?? name })}{' '}
      <Link href={workspacePath(copyId)}>{t('project.open')}</Link>
    </>,
    { duration: 12_000 },
  );
}
