import { confirm, toast } from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import type { Project } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { deleteProject, leaveProject } from './project-calls.ts';

/** Asks once, naming it; there is no way back. */
export async function deleteProjectAfterAsking(project: Project): Promise<void> {
  const isSure = await confirm({
    title: t('project.deleteTitle', { name: project.name }),
    body: t('project.deleteText'),
    confirmLabel: t('project.delete'),
    danger: true,
  });
  if (!isSure) return;
  try {
    await deleteProject(project.id);
    toast.success(t('project.deleted', { name: project.name }));
  } catch (error) {
    toast.error(errorText(error), { title: t('project.notDeleted', { name: project.name }) });
  }
}

export async function leaveProjectAfterAsking(project: Project): Promise<void> {
  const isSure = await confirm({
    title: t('project.leaveTitle', { name: project.name }),
    body: t('project.leaveText'),
    confirmLabel: t('project.leave'),
    danger: true,
  });
  if (!isSure) return;
  try {
    await leaveProject(project.id);
    toast.success(t('project.left', { name: project.name }));
  } catch (error) {
    toast.error(errorText(error), { title: t('project.notLeft', { name: project.name }) });
  }
}
