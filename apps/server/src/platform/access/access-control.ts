import { and, eq } from 'drizzle-orm';
import {
  canDeleteProject, canInProject, decideProjectRole, GromaError, isId, verifyPlan,
  type OwnedNoun, type ProjectAction, type ProjectId, type ProjectRole, type ProjectSubject, type TenantId, type TenantRole, type UserId, type VerificationOutcome,
} from '@groma/model';
import type { Database } from '../database/database.ts';
import { maps, notebooks, operations, projects, projectShares, tenantMembers, tenants } from '../database/tables/index.ts';

/** Where a user stands towards one project. */
export interface Standing {
  projectId: ProjectId;
  tenantId: TenantId;
  role: ProjectRole;
  tenantRole: TenantRole;
  isCreator: boolean;
}

/** Answers who may do what, from the records alone. */
export interface AccessControl {
  /** Undefined when there is no such project. */
  standing(userId: UserId, projectId: string): Promise<Standing | undefined>;
  /**
   * `noun` is what the caller asked for, and so what NOT_FOUND names.
   * @throws GromaError NOT_FOUND when the project is missing or closed to the user, FORBIDDEN when the role does not reach.
   */
  require(userId: UserId, projectId: string, action: ProjectAction, subject: ProjectSubject, noun?: string): Promise<Standing>;
  /** Project that owns a thing. @throws GromaError NOT_FOUND. */
  projectOf(noun: OwnedNoun, id: string): Promise<ProjectId>;
  planOutcome(userId: UserId): Promise<Exclude<VerificationOutcome, 'NOT_DEFINED'>>;
}

const ownedTables = { notebook: notebooks, map: maps, operation: operations } as const;

export function createAccessControl({ query }: Database): AccessControl {
  const control: AccessControl = {
    async standing(userId, projectId) {
      if (!isId(projectId)) return undefined;
      const [row] = await query.select({
        tenantId: projects.tenantId, creatorId: projects.creatorId, generalAccess: projects.generalAccess, tenantAccess: projects.tenantAccess,
        ownerId: tenants.ownerId, memberId: tenantMembers.userId, shareRole: projectShares.role,
      }).from(projects)
        .innerJoin(tenants, eq(tenants.id, projects.tenantId))
        .leftJoin(tenantMembers, and(eq(tenantMembers.tenantId, projects.tenantId), eq(tenantMembers.userId, userId)))
        .leftJoin(projectShares, and(eq(projectShares.projectId, projects.id), eq(projectShares.userId, userId)))
        .where(eq(projects.id, projectId));
      if (!row) return undefined;
      const ownsTenant = row.ownerId === userId;
      const isMember = row.memberId !== null;
      const isCreator = row.creatorId === userId;
      return {
        projectId: projectId as ProjectId, tenantId: row.tenantId as TenantId, isCreator,
        tenantRole: ownsTenant ? 'OWNER' : isMember ? 'MEMBER' : 'NONE',
        role: decideProjectRole({ ownsTenant, isMember, isCreator, shareRole: row.shareRole ?? undefined, generalAccess: row.generalAccess, tenantAccess: row.tenantAccess }),
      };
    },
    async require(userId, projectId, action, subject, noun = subject) {
      const standing = await control.standing(userId, projectId);
      if (!standing || standing.role === 'NONE') throw new GromaError('NOT_FOUND', { noun });
      const mayDelete = action !== 'delete' || subject !== 'project' || canDeleteProject(standing.role, standing.tenantRole, standing.isCreator);
      if (!canInProject(standing.role, action, subject) || !mayDelete) throw new GromaError('FORBIDDEN', { action, subject });
      return standing;
    },
    async projectOf(noun, id) {
      const table = ownedTables[noun];
      const [row] = isId(id) ? await query.select({ projectId: table.projectId }).from(table).where(eq(table.id, id)) : [];
      if (!row) throw new GromaError('NOT_FOUND', { noun });
      return row.projectId as ProjectId;
    },
    async planOutcome(userId) {
      const [owned] = await query.select().from(tenants).where(eq(tenants.ownerId, userId));
      return verifyPlan(owned?.plan ?? undefined, owned?.planEndsAt ?? null, new Date());
    },
  };
  return control;
}
