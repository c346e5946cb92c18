import { eq, inArray, or } from '../../../../platform/database/drizzle.ts';
import type { ProjectId } from '@groma/model';
import { projects, projectShares, tenantMembers, tenants, users } from '../../../../platform/database/tables/index.ts';
import type { Platform } from '../../../../platform/platform.ts';

interface Person {
  id: string;
  name: string;
  username: string;
  email: string;
}

/** The people of a project: its creator, its organisation, those it is shared with; and the author. */
export async function readPeople(
  { database: { query } }: Pick<Platform, 'database'>,
  projectId: ProjectId,
  authorId: string,
): Promise<Person[]> {
  const own = query.select({ id: projects.tenantId }).from(projects).where(eq(projects.id, projectId));
  return query
    .select({ id: users.id, name: users.name, username: users.username, email: users.email })
    .from(users)
    .where(
      or(
        eq(users.id, authorId),
        inArray(users.id, query.select({ id: projects.creatorId }).from(projects).where(eq(projects.id, projectId))),
        inArray(
          users.id,
          query.select({ id: projectShares.userId }).from(projectShares).where(eq(projectShares.projectId, projectId)),
        ),
        inArray(
          users.id,
          query.select({ id: tenantMembers.userId }).from(tenantMembers).where(inArray(tenantMembers.tenantId, own)),
        ),
        inArray(users.id, query.select({ id: tenants.ownerId }).from(tenants).where(inArray(tenants.id, own))),
      ),
    )
    .orderBy(users.name);
}

/** Ids of the people whose name, username after `@`, or email address is in a text. */
export function namedPeople(text: string, people: readonly Person[]): string[] {
  return people.flatMap(({ id, name, username, email }) =>
    isIn(text, name) || text.includes(`@${username}`) || isIn(text, username) || text.includes(email) ? [id] : [],
  );
}

/** Whether a text has a name as words of its own. */
function isIn(text: string, name: string): boolean {
  if (name.length < 3) return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + name.length] ?? ' '}`;
    if (!/[\p{L}\p{N}_]/u.test(around)) return true;
  }
  return false;
}
