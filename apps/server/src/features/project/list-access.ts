import { GromaError, verifyPlan, type UserId } from '@groma/model';
import type { ProjectAccessReply } from '@groma/protocol';
import type { ProjectAccess } from '../../platform/access/access-control.ts';
import { addressFor, mayNow } from '../../platform/access/project-access.ts';
import type { Platform } from '../../platform/platform.ts';
import { readPeople } from './list-people.ts';

const rolesFirst = ['PROJECT_OWNER', 'PROJECT_EDITOR', 'PROJECT_COMMENTATOR', 'PROJECT_VIEWER', 'NONE'] as const;

/**
 * What the share dialog shows: levels, and for each person the role, what gives it and what limits it. Owners stand
 * first.
 */
export async function listAccess(
  platform: Platform,
  projectAccess: ProjectAccess,
  userId: UserId,
): Promise<ProjectAccessReply> {
  const found = await readPeople(platform, projectAccess.projectId);
  if (!found) throw new GromaError('NOT_FOUND', { noun: 'project' });
  const { record, tenant, people } = found;
  return {
    general_access: record.generalAccess,
    tenant_access: record.tenantAccess,
    tenant: { id: tenant.id, name: tenant.name },
    plan_outcome: verifyPlan(tenant.plan, tenant.planEndsAt, new Date()),
    may_share: mayNow(projectAccess, 'share', 'project'),
    people: people
      .flatMap(({ id, username, email, projectAccess: its, explained: { role, because, limitedBy } }) =>
        because === 'nothing'
          ? []
          : [
              {
                id,
                username,
                email: addressFor(projectAccess, email, id === userId),
                is_you: id === userId,
                role,
                because,
                share_role: its.shareRole ?? null,
                limited_by: limitedBy,
                is_member: its.isMember,
              },
            ],
      )
      .toSorted(
        (a, b) => rolesFirst.indexOf(a.role) - rolesFirst.indexOf(b.role) || a.username.localeCompare(b.username),
      ),
  };
}
