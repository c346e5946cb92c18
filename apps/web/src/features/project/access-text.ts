import { parseAccessLevel, type AccessLevel } from '@groma/model';
import type { Project } from '../../platform/session.ts';
import type { Text } from '../../platform/text.ts';

/** A stored level, whatever its spelling; what cannot be read grants nothing (ACC-015). */
function levelOf(stored: string): AccessLevel {
  return parseAccessLevel(stored) ?? 'RESTRICTED';
}

/** Who may come in besides the people it is shared with: "Anyone signed in can view". */
export function accessText(
  t: Text,
  project: Pick<Project, 'general_access' | 'tenant_access' | 'tenant_name'>,
): string {
  const general = levelOf(project.general_access);
  const tenant = levelOf(project.tenant_access);
  if (general !== 'RESTRICTED') return t(`project.anyone.${general}`);
  if (tenant !== 'RESTRICTED') return t(`project.members.${tenant}`, { tenant: project.tenant_name });
  return t('project.restricted');
}
