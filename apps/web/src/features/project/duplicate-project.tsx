import { toast } from '@groma/ui';
import type { OperationReply } from '@groma/protocol';
import { api, errorText, queryClient } from '../../platform/api.ts';
import { Link } from '../../platform/link.tsx';
import type { Project } from '../../platform/session.ts';
import { whenOnServer } from '../../platform/live.ts';
import { t } from '../../platform/text.ts';
import { workspacePath } from './project-link.ts';

/** How often the copying is asked after, in milliseconds; the list of operations shows it more often than that. */
const askMs = 1_500;
/** Questions in a row that may go unanswered. */
const mostSilences = 40;

/** Copies a workspace with all it holds, and says so when the copy is there, has failed or was canceled. */
export async function duplicateProject({ id, name }: Pick<Project, 'id' | 'name'>): Promise<void> {
  const { operation, project } = await import('@groma/protocol');
  try {
    await whenOnServer();
    const { data } = await api.call(project.duplicateProject, { params: { projectId: id }, body: {} });
    toast.info(t('project.duplicating', { name }));
    await queryClient.invalidateQueries({ queryKey: ['operations', id] });
    const ended = await endOf(
      async () => (await api.call(operation.readOperation, { params: { operationId: data.operation_id } })).data,
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

async function endOf(read: () => Promise<OperationReply>): Promise<OperationReply> {
  for (let silences = 0; ;) {
    await new Promise((resolve) => {
      setTimeout(resolve, askMs);
    });
    try {
      const found = await read();
      if (found.job_status !== 'in progress') return found;
      silences = 0;
    } catch (error) {
      silences += 1;
      const { status } = error as { status?: number };
      // What the server refuses it will refuse again; a lost connection comes back.
      if (silences > mostSilences || (status !== undefined && status >= 400 && status < 500)) throw error;
    }
  }
}
