import { eq, inArray, or } from '../../platform/database/drizzle.ts';
import { explainProjectRole, type ProjectId, type ProjectStanding, type UserId } from '@groma/model';
import type { project, ReplyOf } from '@groma/protocol';
import { addressFor, type ProjectAccess } from '../../platform/access/project-access.ts';
import { projects, projectShares, tenantMembers, tenants, users } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

/** Somebody with a role in a project, and what decides it. */
export interface ProjectPerson {
  id: string;
  username: string;
  email: string;
  projectAccess: ProjectStanding;
  explained: ReturnType<typeof explainProjectRole>;
}

/**
 * People with a role in a project: the owner of its tenant, its members as far as they may enter, and those it is
 * shared with.
 */
export async function readPeople(
  { database: { query } }: Platform,
  projectId: ProjectId,
): Promise<
  { record: typeof projects.$inferSelect; tenant: typeof tenants.$inferSelect; people: ProjectPerson[] } | undefined
> {
  const [found] = await query
    .select({ record: projects, tenant: tenants })
    .from(projects)
    .innerJoin(tenants, eq(tenants.id, projects.tenantId))
    .where(eq(projects.id, projectId));
  if (!found) return undefined;
  const { record, tenant } = found;
  const shares = new Map(
    (await query.select().from(projectShares).where(eq(projectShares.projectId, projectId))).map(({ userId, role }) => [
      userId,
      role,
    ]),
  );
  const members = query
    .select({ id: tenantMembers.userId })
    .from(tenantMembers)
    .where(eq(tenantMembers.tenantId, tenant.id));
  const memberIds = new Set((await members).map(({ id }) => id));
  const rows = await query
    .select()
    .from(users)
    .where(or(eq(users.id, tenant.ownerId), inArray(users.id, [...shares.keys(), ...memberIds])));
  const people = rows.map(({ id, username, email }) => {
    const projectAccess: ProjectStanding = {
      ownsTenant: id === tenant.ownerId,
      isMember: memberIds.has(id),
      isCreator: id === record.creatorId,
      shareRole: shares.get(id),
      generalAccess: record.generalAccess,
      tenantAccess: record.tenantAccess,
    };
    return { id, username, email, projectAccess, explained: explainProjectRole(projectAccess) };
  });
  return { record, tenant, people: people.filter(({ explained }) => explained.role !== 'NONE') };
}

/** The same by user id, for those who only need names. */
export async function listPeople(
  platform: Platform,
  asking: ProjectAccess,
  userId: UserId,
): Promise<ReplyOf<typeof project.listProjectUsers>> {
  const found = await readPeople(platform, asking.projectId);
  return Object.fromEntries(
    (found?.people ?? []).map(({ id, username, email, projectAccess, explained }) => [
      id,
      {
        username,
        email: addressFor(asking, email, id === userId),
        role: explained.role,
        shared: projectAccess.shareRole !== undefined,
      },
    ]),
  );
}
