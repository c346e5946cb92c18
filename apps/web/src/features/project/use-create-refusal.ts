import { allowedProjects } from '@groma/model';
import { useTenant } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';

/**
 * Why no workspace can be made in the tenant that is entered; null when it can. A member sees only some of its
 * workspaces: the server counts them all.
 */
export function useCreateRefusal(used: number): string | null {
  const t = useText();
  const tenant = useTenant();
  if (!tenant) return t('project.noTenant');
  if (!tenant.plan || tenant.outcome !== 'NO_ERROR') return t('project.planEnded', { tenant: tenant.name });
  const limit = allowedProjects(tenant.plan);
  return used >= limit ? t('project.limitReached', { limit, count: used }) : null;
}
