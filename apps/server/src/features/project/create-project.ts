import { and, eq, isNull, sql } from '../../platform/database/drizzle.ts';
import { allowedProjects, canInTenant, GromaError, newId, verifyPlan, type ProjectId } from '@groma/model';
import { projects, tenantMembers, tenants } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';

type Transaction = Parameters<Parameters<Platform['database']['query']['transaction']>[0]>[0];

interface ProjectOptions {
  /** Tenant to make it in; the owned one where it is left out. */
  tenantId?: string | undefined;
  /** An id chosen before. */
  id?: ProjectId;
  /**
   * Makes the frozen project of this template, which does not count towards the plan. Who may publish what there is
   * need not be a member.
   */
  publishedAs?: string;
  /** Of a frozen project: makes it a copy in which an operation works for this person. */
  scratchFor?: string | undefined;
  /** Makes the sample of a new person. */
  isSample?: boolean;
  /** Gives it what it holds from its first moment. */
  fill?(transaction: Transaction, id: ProjectId): Promise<void>;
}

/**
 * Makes a project in a tenant that the user owns or is a member of. Projects of a tenant count towards its plan,
 * whoever made them.
 * @throws GromaError NOT_FOUND for a tenant the user is not in, NO_PLAN, PLAN_EXPIRED, PROJECT_LIMIT.
 */
export async function createProject(
  { database: { query } }: Platform,
  user: Pick<User, 'id'>,
  name: string,
  options: ProjectOptions = {},
): Promise<ProjectId> {
  return query.transaction(async (transaction) => {
    const tenant = await lockTenant(transaction, user, options);
    const outcome = verifyPlan(tenant?.plan, tenant?.planEndsAt ?? null, new Date());
    if (outcome !== 'NO_ERROR' || !tenant?.plan) throw new GromaError(outcome === 'PLAN_EXPIRED' ? outcome : 'NO_PLAN');
    const [{ count } = { count: 0 }] = await transaction
      .select({ count: sql<number>`count(*)::int` })
      .from(projects)
      .where(and(eq(projects.tenantId, tenant.id), isNull(projects.publishedAs)));
    const allowed = allowedProjects(tenant.plan);
    if (count >= allowed && options.publishedAs === undefined)
      throw new GromaError('PROJECT_LIMIT', { limit: allowed, count });
    const id = options.id ?? newId<'project'>();
    await transaction.insert(projects).values({
      id,
      name,
      creatorId: user.id,
      tenantId: tenant.id,
      publishedAs: options.publishedAs ?? null,
      scratchFor: options.scratchFor ?? null,
      isSample: options.isSample ?? false,
    });
    await options.fill?.(transaction, id);
    return id;
  });
}

/** The tenant, locked: two calls at once must not both take its last place. */
async function lockTenant(
  transaction: Transaction,
  user: Pick<User, 'id'>,
  { tenantId, publishedAs }: ProjectOptions,
): Promise<typeof tenants.$inferSelect | undefined> {
  const [tenant] = await transaction
    .select()
    .from(tenants)
    .where(tenantId === undefined ? eq(tenants.ownerId, user.id) : eq(tenants.id, tenantId))
    .for('update');
  if (tenantId === undefined || tenant?.ownerId === user.id || publishedAs !== undefined) return tenant;
  const [member] = await transaction
    .select()
    .from(tenantMembers)
    .where(and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.userId, user.id)));
  if (!tenant || !canInTenant(member ? 'MEMBER' : 'NONE', 'create', 'project'))
    throw new GromaError('NOT_FOUND', { noun: 'organisation' });
  return tenant;
}
