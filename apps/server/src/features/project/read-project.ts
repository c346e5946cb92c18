import { and, desc, eq, isNotNull, isNull, ne, or } from '../../platform/database/drizzle.ts';
import { canDeleteProject, decideProjectRole, GromaError, verifyPlan, type UserId } from '@groma/model';
import type { project } from '@groma/protocol';
import {
  projectPictures,
  projects,
  projectShares,
  tenantMembers,
  tenants,
} from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { pictureAddress } from './project-picture.ts';

type ProjectReply = project.ProjectReply;

/** Projects the user owns, has been given, or may enter as a member, last edited first; all or those of one tenant. */
export async function listProjects(platform: Platform, userId: UserId, tenantId?: string): Promise<ProjectReply[]> {
  const rows = await rowsFor(platform, userId)
    .where(
      and(
        isNull(projects.publishedAs),
        tenantId === undefined ? undefined : eq(projects.tenantId, tenantId),
        or(
          eq(tenants.ownerId, userId),
          isNotNull(projectShares.userId),
          and(
            isNotNull(tenantMembers.userId),
            or(
              eq(projects.creatorId, userId),
              ne(projects.tenantAccess, 'RESTRICTED'),
              ne(projects.generalAccess, 'RESTRICTED'),
            ),
          ),
        ),
      ),
    )
    .orderBy(desc(projects.updatedAt));
  return rows.map((row) => present(row, userId)).filter(({ role }) => role !== 'NONE');
}

/** @throws GromaError NOT_FOUND. */
export async function readProject(platform: Platform, userId: UserId, projectId: string): Promise<ProjectReply> {
  const [row] = await rowsFor(platform, userId).where(eq(projects.id, projectId));
  if (!row) throw new GromaError('NOT_FOUND', { noun: 'project' });
  return present(row, userId);
}

function rowsFor({ database: { query } }: Platform, userId: UserId) {
  return query
    .select({
      project: projects,
      tenant: { name: tenants.name, ownerId: tenants.ownerId, plan: tenants.plan, planEndsAt: tenants.planEndsAt },
      memberId: tenantMembers.userId,
      shareRole: projectShares.role,
      picture: projectPictures.version,
    })
    .from(projects)
    .innerJoin(tenants, eq(tenants.id, projects.tenantId))
    .leftJoin(tenantMembers, and(eq(tenantMembers.tenantId, projects.tenantId), eq(tenantMembers.userId, userId)))
    .leftJoin(projectPictures, eq(projectPictures.projectId, projects.id))
    .leftJoin(projectShares, and(eq(projectShares.projectId, projects.id), eq(projectShares.userId, userId)));
}

function present(row: Awaited<ReturnType<typeof rowsFor>>[number], userId: UserId): ProjectReply {
  const { project: record, tenant } = row;
  const ownsTenant = tenant.ownerId === userId;
  const isMember = row.memberId !== null;
  const isCreator = record.creatorId === userId;
  const role = decideProjectRole({
    ownsTenant,
    isMember,
    isCreator,
    shareRole: row.shareRole ?? undefined,
    generalAccess: record.generalAccess,
    tenantAccess: record.tenantAccess,
  });
  return {
    id: record.id,
    name: record.name,
    creator: record.creatorId,
    tenant: record.tenantId,
    tenant_name: tenant.name,
    general_access: record.generalAccess,
    tenant_access: record.tenantAccess,
    show_cursors: record.showCursors,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    picture: row.picture === null ? null : pictureAddress(record.id, row.picture),
    role,
    can_delete: canDeleteProject(
      role,
      ownsTenant ? 'OWNER' : isMember ? 'MEMBER' : 'NONE',
      isCreator,
      record.generalAccess !== 'RESTRICTED',
    ),
    plan_outcome: verifyPlan(tenant.plan, tenant.planEndsAt, new Date()),
    is_sample: record.isSample,
  };
}
