import { eq } from '../../platform/database/drizzle.ts';
import type { ProjectId } from '@groma/model';
import { project } from '@groma/protocol';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { projects } from '../../platform/database/tables/index.ts';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { createProject } from './create-project.ts';
import { deleteProject, finishDeletions, removeFiles } from './delete-project.ts';
import { copyProject, requirePlace, type CopyContext, type Copying, type CopyNeeds } from './copy/copy-project.ts';
import { defineDuplicate, duplicateProject } from './duplicate/duplicate-project.ts';
import { EditNotes } from './note-edits.ts';
import { createProjectRoom } from './project-room.ts';
import { listProjects, readProject } from './read-project.ts';
import { listPeople } from './list-people.ts';
import { pictureRoutes } from './project-picture.ts';
import { shareRoutes } from './share-routes.ts';
import { stopRevokedWork } from './stop-revoked-work.ts';

export { createProject } from './create-project.ts';
export { deleteProject } from './delete-project.ts';
export { keepProjectPicture } from './project-picture.ts';

export interface ProjectNeeds extends CopyNeeds {
  /** Clears away what other nouns keep for a project that is about to go. */
  beforeDelete(projectId: ProjectId): Promise<void>;
}

/** What the project feature offers to others, through main. */
export interface ProjectFeature extends Feature {
  copies: {
    /** @throws GromaError as `requirePlace` */
    requirePlace(user: Copying['user'], frozen?: Copying['frozen']): Promise<void>;
    /** Copies a project or what is selected of it, within an operation. @throws as `copyProject` */
    make(copying: Copying, context: CopyContext): Promise<void>;
    /** Takes away what a copying that was cut off has left. */
    clear(copyId: ProjectId): Promise<void>;
    /** Deletes a project with all it holds. */
    remove(projectId: ProjectId): Promise<void>;
  };
}

export function createProjectFeature(platform: Platform, needs: ProjectNeeds): ProjectFeature {
  const {
    database: { query },
    bus,
  } = platform;
  const duplicateKind = defineDuplicate(platform, needs);
  const accessChanged = (projectId: ProjectId) => bus.publish('project-access-changed', { projectId });
  // Where rooms are: what happens is told to every process, and one of them is enough to see to it.
  const seesToIt = platform.config.services.has('realtime');
  if (seesToIt) stopRevokedWork(platform);
  const notes = seesToIt ? new EditNotes(platform) : undefined;
  const remove = (projectId: ProjectId) => deleteProject(platform, projectId, (id) => needs.beforeDelete(id));
  return {
    copies: {
      requirePlace: (user, frozen) => requirePlace(platform, user, frozen),
      make: (copying, context) => copyProject(platform, needs, copying, context),
      clear: (copyId) => removeFiles(platform, copyId),
      remove,
    },
    rooms: [createProjectRoom(platform)],
    close: async () => notes?.flush(),
    operations: [duplicateKind],
    // Only where projects are deleted: another service that starts beside it must not touch what it is at.
    start: async () => {
      if (platform.config.services.has('api')) await finishDeletions(platform);
    },
    routes: [
      route(project.listProjects, async ({ user, query: wanted }) => ({
        data: await listProjects(platform, user.id, wanted.tenant_id),
      })),
      route(project.createProject, async ({ user, body }) => {
        const id = await createProject(platform, user, body.name, { tenantId: body.tenant_id });
        return { data: await readProject(platform, user.id, id) };
      }),
      route(project.readProject, async ({ user, projectId }) => ({
        data: await readProject(platform, user.id, projectId),
      })),
      route(project.updateProject, async ({ user, projectId, body }) => {
        const { name, general_access: generalAccess, tenant_access: tenantAccess, show_cursors: showCursors } = body;
        await query
          .update(projects)
          .set({
            updatedAt: recordsNow,
            ...(name && { name }),
            ...(generalAccess && { generalAccess }),
            ...(tenantAccess && { tenantAccess }),
            ...(showCursors !== undefined && { showCursors }),
          })
          .where(eq(projects.id, projectId));
        if (generalAccess ?? tenantAccess ?? showCursors !== undefined) await accessChanged(projectId);
        return { data: await readProject(platform, user.id, projectId) };
      }),
      route(project.deleteProject, async ({ projectId }) => {
        await remove(projectId);
        return { status: 'ok' };
      }),
      route(project.duplicateProject, async ({ projectId, user, body }) => ({
        data: await duplicateProject(platform, duplicateKind, { projectId, user, name: body.name }),
      })),
      route(project.listProjectUsers, async ({ projectAccess, user }) => listPeople(platform, projectAccess, user.id)),
      ...shareRoutes(platform),
      ...pictureRoutes(platform),
    ],
  };
}
