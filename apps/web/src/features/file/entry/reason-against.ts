import type { ProjectAction } from '@groma/model';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';

/** Why the role forbids something; undefined when it does not. */
export function reasonAgainst(action: ProjectAction): string | undefined {
  return can(action, 'file') ? undefined : t('file.needsEditor');
}
