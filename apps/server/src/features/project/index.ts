import { and, eq } from 'drizzle-orm';
import { GromaError, type ProjectId } from '@groma/model';
import { project } from '@groma/protocol';
import { projects, projectShares, users } from '../../platform/database/tables/index.ts';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { createProject } from './create-project.ts';
import { deleteProject, finishDeletions } from './delete-project.ts';
import { createProjectRoom } from './project-room.ts';
import { listProjects, readProject } from './read-project.ts';
import { listPeople } from './list-people.ts';

export { createProject } from './create-project.ts';

export interface ProjectNeeds {
  /** Clears away what other nouns keep for a project that is about to go. */
  beforeDelete(projectId: ProjectId): Promise<void>;
}

export function createProjectFeature(platform: Platform, needs: ProjectNeeds): Feature {
  const { database: { query }, bus } = platform;
  const accessChanged = (projectId: ProjectId) => bus.publish('project-access-changed', { projectId });
  return {
    rooms: [createProjectRoom(platform)],
    // Only where projects are deleted: another service that starts beside it must not touch what it is at.
    start: async () => { if (platform.config.services.has('api')) await finishDeletions(platform); },
    routes: [
      route(project.listProjects, async ({ user }) => ({ data: await listProjects(platform, user.id) })),
      route(project.createProject, async ({ user, body }) => {
        const id = await createProject(platform, user, body.name);
        return { data: await readProject(platform, user.id, id) };
      }),
      route(project.readProject, async ({ user, projectId }) => ({ data: await readProject(platform, user.id, projectId) })),
      route(project.updateProject, async ({ user, projectId, body }) => {
        const { name, general_access: generalAccess, tenant_access: tenantAccess } = body;
        await query.update(projects).set({ updatedAt: new Date(), ...(name && { name }), ...(generalAccess && { generalAccess }), ...(tenantAccess && { tenantAccess }) })
          .where(eq(projects.id, projectId));
        if (generalAccess ?? tenantAccess) await accessChanged(projectId);
        return { data: await readProject(platform, user.id, projectId) };
      }),
      route(project.deleteProject, async ({ projectId }) => {
        await deleteProject(platform, projectId, (id) => needs.beforeDelete(id));
        return { status: 'ok' };
      }),
      route(project.listProjectUsers, async ({ projectId }) => listPeople(platform, projectId)),
      route(project.shareProject, async ({ projectId, body }) => {
        const [person] = await query.select({ id: users.id }).from(users).where(eq(users.email, body.email.toLowerCase()));
        if (!person) throw new GromaError('UNKNOWN_USER', { email: body.email });
        await query.insert(projectShares).values({ projectId, userId: person.id, role: body.role })
          .onConflictDoUpdate({ target: [projectShares.projectId, projectShares.userId], set: { role: body.role } });
        await accessChanged(projectId);
        return { status: 'ok' };
      }),
      route(project.unshareProject, async ({ projectId, params }) => {
        await query.delete(projectShares).where(and(eq(projectShares.projectId, projectId), eq(projectShares.userId, params.userId)));
        await accessChanged(projectId);
        return { status: 'ok' };
      }),
    ],
  };
}
