import { and, count, eq, inArray, isNull, ne, or } from '../../../platform/database/drizzle.ts';
import type { ProjectId, UserId } from '@groma/model';
import type { access, ReplyOf } from '@groma/protocol';
import {
  databases,
  notebooks,
  operations,
  projects,
  projectTools,
  tenantMembers,
  tenants,
  users,
  workflows,
} from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { dissolveTenant } from '../tenant/dissolve-tenant.ts';

/** What is passed on to the owner of its project when its creator goes. */
const createdThings = [notebooks, databases, workflows, projectTools] as const;

type Deletion = ReplyOf<typeof access.previewAccountDeletion>['data'];

/** What deleting an account would delete and pass on. */
export async function previewDeletion({ database: { query } }: Platform, userId: UserId): Promise<Deletion> {
  const [tenant] = await query
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .where(eq(tenants.ownerId, userId));
  const passedOn = await query
    .select({ name: projects.name, owner: users.username })
    .from(projects)
    .innerJoin(tenants, eq(tenants.id, projects.tenantId))
    .innerJoin(users, eq(users.id, tenants.ownerId))
    .where(and(eq(projects.creatorId, userId), ne(tenants.ownerId, userId), isNull(projects.publishedAs)))
    .orderBy(projects.name);
  if (!tenant) return { tenant: null, passed_on: passedOn };
  const [members] = await query
    .select({ number: count() })
    .from(tenantMembers)
    .where(eq(tenantMembers.tenantId, tenant.id));
  const own = await query
    .select({ name: projects.name })
    .from(projects)
    .where(and(eq(projects.tenantId, tenant.id), isNull(projects.publishedAs)))
    .orderBy(projects.name);
  return {
    tenant: { ...tenant, member_count: members?.number ?? 0, projects: own.map(({ name }) => name) },
    passed_on: passedOn,
  };
}

/**
 * Deletes an account. The tenant it owns is dissolved first; what it made in tenants of others passes to their owners,
 * and nothing of others is lost. What the person runs there is stopped. Cut off, the account is there still and can be
 * deleted again.
 */
export async function deleteAccount(
  platform: Platform,
  userId: UserId,
  deleteProject: (projectId: ProjectId) => Promise<void>,
): Promise<void> {
  const { query } = platform.database;
  const owned = await query.select({ id: tenants.id }).from(tenants).where(eq(tenants.ownerId, userId));
  for (const { id } of owned) await dissolveTenant(platform, id, deleteProject);
  const running = await query
    .select({ id: operations.id })
    .from(operations)
    .where(and(eq(operations.userId, userId), inArray(operations.status, ['Pending', 'In Progress'])));
  for (const { id } of running) await platform.operations.cancel(id);
  const ownerOf = new Map(
    (
      await query
        .select({ projectId: projects.id, ownerId: tenants.ownerId })
        .from(projects)
        .innerJoin(tenants, eq(tenants.id, projects.tenantId))
        .where(
          or(
            ...createdThings.map((things) =>
              inArray(
                projects.id,
                query.select({ id: things.projectId }).from(things).where(eq(things.creatorId, userId)),
              ),
            ),
          ),
        )
    ).map(({ projectId, ownerId }) => [projectId, ownerId]),
  );
  const made = await query
    .select({ id: projects.id, ownerId: tenants.ownerId })
    .from(projects)
    .innerJoin(tenants, eq(tenants.id, projects.tenantId))
    .where(eq(projects.creatorId, userId));
  await query.transaction(async (transaction) => {
    for (const { id, ownerId } of made)
      await transaction.update(projects).set({ creatorId: ownerId }).where(eq(projects.id, id));
    for (const [projectId, ownerId] of ownerOf)
      for (const things of createdThings)
        await transaction
          .update(things)
          .set({ creatorId: ownerId })
          .where(and(eq(things.projectId, projectId), eq(things.creatorId, userId)));
    await transaction.delete(users).where(eq(users.id, userId));
  });
  // Sessions went with the account; their sockets are looked at now.
  await platform.bus.publish('session-ended', { userId });
}
