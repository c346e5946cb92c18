import { toast } from '@groma/ui';
import type { Project } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';

/** Where a project is opened. */
export function workspacePath(id: string): string {
  return `/workspaces/${encodeURIComponent(id)}`;
}

/** Puts a project's address on the clipboard. */
export async function copyProjectLink(project: Pick<Project, 'id'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.origin + workspacePath(project.id));
    toast.success(t('project.linkCopied'));
  } catch {
    toast.error(t('project.linkNotCopied'));
  }
}
