import { baseName } from '@groma/model';
import { readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { openOrigin } from '../../../registry/origin/origin-dialog.tsx';

/** Shows what a file was made of, by what, and what was made of it. */
export function openFileOrigin(path: string): void {
  const project = readProject();
  if (project)
    openOrigin({ projectId: project.id, thing: `file:${path}`, name: baseName(path), unknown: t('origin.uploaded') });
}
