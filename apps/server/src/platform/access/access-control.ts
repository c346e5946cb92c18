import { and, eq, sql } from '../database/drizzle.ts';
import { alias } from '../database/drizzle-pg.ts';
import {
  canInTenant,
  decideProjectRole,
  GromaError,
  isId,
  planEnd,
  type OwnedNoun,
  type ProjectAction,
  type ProjectId,
  type ProjectSubject,
  type TenantAction,
  type TenantId,
  type TenantRole,
  type TenantSubject,
  type UserId,
} from '@groma/model';
import type { Database } from '../database/database.ts';
import {
  databases,
  maps,
  notebooks,
  operations,
  projects,
  projectShares,
  templates,
  tenantMembers,
  tenants,
  workflows,
} from '../database/tables/index.ts';
import { isAllowed, requirePlan, type Planned, type ProjectAccess } from './project-access.ts';
import { mayReadPublication, type Visitor } from './visitor.ts';

export type { ProjectAccess } from './project-access.ts';

/** Where a user stands towards one tenant. */
export interface TenantAccess extends Planned {
  tenantId: TenantId;
  tenantRole: TenantRole;
}

/**
 * What is asked for. `noun` is what the caller named, and so what NOT_FOUND names. `visitor` is given where frozen
 * projects of publications are to be found too.
 */
interface Asked {
  noun?: string;
  evenWithoutPlan?: boolean;
  visitor?: Visitor | undefined;
}

/** Answers who may do what, from the records alone. */
export interface AccessControl {
  /** Undefined when there is no such project; a frozen one is found only for a visitor. */
  projectAccess(userId: UserId, projectId: string, visitor?: Visitor): Promise<ProjectAccess | undefined>;
  /**
   * @throws GromaError NOT_FOUND when the project is missing or closed to the user, FORBIDDEN when the role does not
   * reach, NO_PLAN and PLAN_EXPIRED when the plan of its tenant does not allow to change anything.
   */
  require(
    userId: UserId,
    projectId: string,
    action: ProjectAction,
    subject: ProjectSubject,
    asked?: Asked,
  ): Promise<ProjectAccess>;
  /**
   * The same for a thing inside a project, in one question.
   * @throws GromaError NOT_FOUND also where there is no such thing.
   */
  requireOwned(
    userId: UserId,
    noun: OwnedNoun,
    id: string,
    action: ProjectAction,
    subject: ProjectSubject,
    asked?: Asked,
  ): Promise<ProjectAccess>;
  /** Undefined when there is no such tenant. */
  tenantAccessOf(userId: UserId, tenantId: string): Promise<TenantAccess | undefined>;
  /** The same for a tenant; one the user is neither owner nor member of is as missing. */
  requireInTenant(
    userId: UserId,
    tenantId: string,
    action: TenantAction,
    subject: TenantSubject,
    asked?: Asked,
  ): Promise<TenantAccess>;
  /** Project that owns a thing. @throws GromaError NOT_FOUND. */
  projectOf(noun: OwnedNoun, id: string): Promise<ProjectId>;
}

/** Shares of the project that a publication is made from. */
const sourceShares = alias(projectShares, 'source_shares');

const ownedTables = {
  notebook: notebooks,
  map: maps,
  database: databases,
  operation: operations,
  workflow: workflows,
} as const;

/** Asked with each request: PostgreSQL plans them once for each connection. */
function prepareQuestions(query: Database['query']) {
  const userId = sql.placeholder('userId');
  const standings = () =>
    query
      .select({
        projectId: projects.id,
        tenantId: projects.tenantId,
        creatorId: projects.creatorId,
        generalAccess: projects.generalAccess,
        tenantAccess: projects.tenantAccess,
        ownerId: tenants.ownerId,
        plan: tenants.plan,
        planEndsAt: tenants.planEndsAt,
        memberId: tenantMembers.userId,
        shareRole: projectShares.role,
        publishedAs: projects.publishedAs,
        scratchFor: projects.scratchFor,
        templateId: templates.id,
        templateAccess: templates.access,
        templatePassword: templates.password,
        templateAuthorId: templates.authorId,
        sourceRole: sourceShares.role,
      })
      .from(projects)
      .innerJoin(tenants, eq(tenants.id, projects.tenantId))
      .leftJoin(tenantMembers, and(eq(tenantMembers.tenantId, projects.tenantId), eq(tenantMembers.userId, userId)))
      .leftJoin(projectShares, and(eq(projectShares.projectId, projects.id), eq(projectShares.userId, userId)))
      .leftJoin(templates, eq(templates.id, projects.publishedAs))
      .leftJoin(sourceShares, and(eq(sourceShares.projectId, templates.projectId), eq(sourceShares.userId, userId)));
  const owned = (noun: OwnedNoun) => {
    const table = ownedTables[noun];
    const id = eq(table.id, sql.placeholder('id'));
    return {
      project: query.select({ projectId: table.projectId }).from(table).where(id).prepare(`owner-of-${noun}`),
      projectAccess: standings()
        .where(eq(projects.id, query.select({ projectId: table.projectId }).from(table).where(id)))
        .prepare(`standing-by-${noun}`),
    };
  };
  return {
    projectAccess: standings()
      .where(eq(projects.id, sql.placeholder('projectId')))
      .prepare('standing-in-project'),
    owned: {
      notebook: owned('notebook'),
      map: owned('map'),
      database: owned('database'),
      operation: owned('operation'),
      workflow: owned('workflow'),
    } satisfies Record<OwnedNoun, unknown>,
  };
}

type StandingRow = Awaited<ReturnType<ReturnType<typeof prepareQuestions>['projectAccess']['execute']>>[number];

/** Undefined for a frozen project where none is asked for: it is as missing. */
function standingOf(row: StandingRow, userId: UserId, visitor?: Visitor): ProjectAccess | undefined {
  if (row.scratchFor !== null) return scratchStandingOf(row, userId);
  if (row.publishedAs !== null) return visitor && frozenStandingOf(row, userId, visitor);
  const tenantRole = tenantRoleOf(row, userId);
  const isCreator = row.creatorId === userId;
  const { generalAccess, tenantAccess, shareRole } = row;
  return {
    projectId: row.projectId as ProjectId,
    tenantId: row.tenantId as TenantId,
    isCreator,
    tenantRole,
    isPublic: generalAccess !== 'RESTRICTED',
    isPasserby: tenantRole === 'NONE' && shareRole === null,
    hasPlan: row.plan !== null,
    planEnd: planEnd(row.plan, row.planEndsAt),
    role: decideProjectRole({
      ownsTenant: tenantRole === 'OWNER',
      isMember: row.memberId !== null,
      isCreator,
      shareRole: shareRole ?? undefined,
      generalAccess,
      tenantAccess,
    }),
  };
}

/** A copy that an operation works in is edited by the person it works for, while there is the publication. */
function scratchStandingOf(row: StandingRow, userId: UserId): ProjectAccess | undefined {
  if (row.scratchFor !== userId || row.templateId === null) return undefined;
  return {
    projectId: row.projectId as ProjectId,
    tenantId: row.tenantId as TenantId,
    isCreator: false,
    tenantRole: tenantRoleOf(row, userId),
    isPublic: false,
    isPasserby: false,
    hasPlan: row.plan !== null,
    planEnd: planEnd(row.plan, row.planEndsAt),
    role: 'PROJECT_EDITOR',
  };
}

/** A frozen project is read by readers of its publication, and nobody, whoever made it, does more. */
function frozenStandingOf(row: StandingRow, userId: UserId, visitor: Visitor): ProjectAccess | undefined {
  const { templateId, templateAccess, templatePassword } = row;
  if (templateId === null || templateAccess === null) return undefined;
  const tenantRole = tenantRoleOf(row, userId);
  const publication = { id: templateId, access: templateAccess, password: templatePassword };
  // Its author reads it as long as they are among those who could publish it.
  const isAmongThem = tenantRole !== 'NONE' || row.sourceRole !== null;
  const isOwn = tenantRole === 'OWNER' || (isAmongThem && row.templateAuthorId === userId);
  const mayRead = mayReadPublication(publication, { isInTeam: tenantRole !== 'NONE', isOwn }, visitor);
  return {
    projectId: row.projectId as ProjectId,
    tenantId: row.tenantId as TenantId,
    isCreator: false,
    tenantRole: 'NONE',
    isPublic: true,
    isPasserby: true,
    hasPlan: row.plan !== null,
    planEnd: planEnd(row.plan, row.planEndsAt),
    role: mayRead ? 'PROJECT_VIEWER' : 'NONE',
    isFrozen: true,
    ...(templateAccess === 'public' && { isForAnyone: true as const }),
  };
}

function checked(
  projectAccess: ProjectAccess | undefined,
  action: ProjectAction,
  subject: ProjectSubject,
  { noun = subject, evenWithoutPlan = false }: Asked,
): ProjectAccess {
  if (!projectAccess || projectAccess.role === 'NONE') throw new GromaError('NOT_FOUND', { noun });
  if (!isAllowed(projectAccess, action, subject)) throw new GromaError('FORBIDDEN', { action, subject });
  if (!evenWithoutPlan) requirePlan(projectAccess, action);
  return projectAccess;
}

export function createAccessControl({ query }: Database): AccessControl {
  const questions = prepareQuestions(query);
  const control: AccessControl = {
    async projectAccess(userId, projectId, visitor) {
      if (!isId(projectId)) return undefined;
      const [row] = await questions.projectAccess.execute({ userId, projectId });
      return row && standingOf(row, userId, visitor);
    },
    require: async (userId, projectId, action, subject, asked = {}) =>
      checked(await control.projectAccess(userId, projectId, asked.visitor), action, subject, asked),
    async requireOwned(userId, noun, id, action, subject, asked = {}) {
      const [row] = isId(id) ? await questions.owned[noun].projectAccess.execute({ userId, id }) : [];
      return checked(row && standingOf(row, userId, asked.visitor), action, subject, { noun, ...asked });
    },
    async tenantAccessOf(userId, tenantId) {
      if (!isId(tenantId)) return undefined;
      const [row] = await query
        .select({
          ownerId: tenants.ownerId,
          plan: tenants.plan,
          planEndsAt: tenants.planEndsAt,
          memberId: tenantMembers.userId,
        })
        .from(tenants)
        .leftJoin(tenantMembers, and(eq(tenantMembers.tenantId, tenants.id), eq(tenantMembers.userId, userId)))
        .where(eq(tenants.id, tenantId));
      return (
        row && {
          tenantId: tenantId as TenantId,
          tenantRole: tenantRoleOf(row, userId),
          hasPlan: row.plan !== null,
          planEnd: planEnd(row.plan, row.planEndsAt),
        }
      );
    },
    async requireInTenant(userId, tenantId, action, subject, { noun = 'organisation', evenWithoutPlan = false } = {}) {
      const projectAccess = await control.tenantAccessOf(userId, tenantId);
      if (!projectAccess || projectAccess.tenantRole === 'NONE') throw new GromaError('NOT_FOUND', { noun });
      if (!canInTenant(projectAccess.tenantRole, action, subject))
        throw new GromaError('FORBIDDEN', { action, subject });
      if (!evenWithoutPlan) requirePlan(projectAccess, action);
      return projectAccess;
    },
    async projectOf(noun, id) {
      const [row] = isId(id) ? await questions.owned[noun].project.execute({ id }) : [];
      if (!row) throw new GromaError('NOT_FOUND', { noun });
      return row.projectId as ProjectId;
    },
  };
  return control;
}

function tenantRoleOf(row: { ownerId: string; memberId: string | null }, userId: UserId): TenantRole {
  if (row.ownerId === userId) return 'OWNER';
  return row.memberId === null ? 'NONE' : 'MEMBER';
}
