import { copyText } from '../../platform/invitation-link.ts';
import type { Project } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';

/** Where a project is opened. */
export function workspacePath(id: string): string {
  return `/workspaces/${encodeURIComponent(id)}`;
}

/** Puts a project's address on the clipboard. */
export function copyProjectLink(project: Pick<Project, 'id'>): Promise<void> {
  return copyText(location.origin + workspacePath(project.id), t('project.linkCopied'));
}
