import type { Text } from '../../platform/text.ts';
import type { ProjectPerson } from './share-calls.ts';

/**
 * Why somebody has their role, in plain words: what gives it, and what keeps it below what they would have otherwise.
 */
export function roleReason(
  t: Text,
  person: Pick<ProjectPerson, 'because' | 'share_role' | 'limited_by' | 'role'>,
  tenant: string,
): string {
  const role = t(`project.roles.${person.role}`);
  const limits = person.limited_by.filter((limit) => limit !== person.because);
  if (limits.length === 0) return t(`project.because.${person.because}`, { tenant });
  const limit = t(`project.limit.${limits[0]}`, { tenant });
  return person.share_role === null
    ? t('project.limited', { role, limit })
    : t('project.sharedButLimited', { shared: t(`project.roles.${person.share_role}`), role, limit });
}
