import { hub } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText, queryClient } from '../../../platform/api.ts';
import { endOfWork } from '../../../platform/follow-work.ts';
import { Link } from '../../../platform/link.tsx';
import { t } from '../../../platform/text.ts';
import type { SomeVersion } from './version-argument.ts';

export const workspacePath = (projectId: string): string => `/workspaces/${encodeURIComponent(projectId)}`;

/** A workspace that is being made of a publication. */
export interface Making {
  name: string;
  projectId: string;
  operationId: string;
}

/** Begins to make a workspace of a publication. @throws GromaError where plan, storage or access refuse it */
export async function beginWorkspace({ templateId, version }: SomeVersion, name: string): Promise<Making> {
  const { data } = await api.call(hub.useTemplate, {
    params: { templateId },
    body: { name, ...(version !== undefined && { version }) },
  });
  return { name, projectId: data.project_id, operationId: data.operation_id };
}

/** Waits for the workspace. @throws Error saying why it was not made */
export async function endOfMaking({ operationId }: Making, onProgress: (progress: number) => void): Promise<void> {
  const ended = await endOfWork(
    async () => (await api.call(hub.readUse, { params: { operationId } })).data,
    ({ status }) => status !== 'running',
    ({ progress }) => onProgress(progress),
  );
  await queryClient.invalidateQueries({ queryKey: ['projects'] });
  if (ended.status === 'failed') throw new Error(ended.message ?? t('template.use.failed'));
}

/** Says where the workspace is, to whoever has closed the dialog meanwhile. */
export function sayMade({ name, projectId }: Making): void {
  toast.success(
    <>
      {t('template.use.made', { name })} <Link href={workspacePath(projectId)}>{t('template.open')}</Link>
    </>,
    { duration: 12_000 },
  );
}

export function sayNotMade({ name }: Making, error: unknown): void {
  toast.error(errorText(error), { title: t('template.use.notMade', { name }) });
}
