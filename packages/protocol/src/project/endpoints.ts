import { evenWithoutPlan, inProject, parseAccessLevel, projectRoles, signedIn, titleSchema } from '@groma/model';
import { z } from 'zod';
import { planOutcomes } from '../access/plan-reply.ts';
import { defineEndpoint } from '../endpoint.ts';

export { keepProjectPicture, readProjectPicture } from './picture-endpoints.ts';
export {
  listProjectAccess,
  leaveProject,
  shareProject,
  unshareProject,
  updateShare,
  type ProjectAccessReply,
} from './share-endpoints.ts';

const accessLevel = z.string().transform((text, context) => {
  const level = parseAccessLevel(text);
  if (level) return level;
  context.addIssue({ code: 'custom', message: `"${text}" is not an access level.` });
  return z.NEVER;
});

export const projectReply = z.object({
  id: z.string(),
  name: z.string(),
  creator: z.string(),
  tenant: z.string(),
  general_access: z.string(),
  tenant_access: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Address of the picture of its card; null where there is none yet. */
  picture: z.string().nullable(),
  role: z.enum(projectRoles),
  /** Whether this user may delete the whole project. */
  can_delete: z.boolean(),
  tenant_name: z.string(),
  /** Whether maps show the pointers of the others (MAP-047). */
  show_cursors: z.boolean(),
  /** State of the plan of the project's tenant. Unless it is NO_ERROR the project can be read but not changed. */
  plan_outcome: z.enum(planOutcomes),
  /** Whether it is the sample that its creator found. */
  is_sample: z.boolean(),
});
export type ProjectReply = z.output<typeof projectReply>;

const byId = z.object({ id: z.string() });
const place = { in: 'params', name: 'id' } as const;

export const listProjects = defineEndpoint({
  id: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  summary: 'Projects the user has a role in, or those of one tenant, last edited first.',
  policy: signedIn('all-projects'),
  query: z.object({ tenant_id: z.string().optional() }),
  reply: z.object({ data: z.array(projectReply) }),
});

export const createProject = defineEndpoint({
  id: 'createProject',
  method: 'POST',
  path: '/api/projects',
  summary: "Make a project in the user's own tenant, or in one the user is a member of.",
  policy: signedIn('all-projects'),
  body: z.object({ name: titleSchema, tenant_id: z.string().optional() }),
  reply: z.object({ data: projectReply }),
});

export const readProject = defineEndpoint({
  id: 'readProject',
  method: 'GET',
  path: '/api/projects/:id',
  summary: 'One project.',
  policy: inProject('read', 'project', place),
  params: byId,
  reply: z.object({ data: projectReply }),
});

export const updateProject = defineEndpoint({
  id: 'updateProject',
  method: 'PATCH',
  path: '/api/projects/:id',
  summary: 'Rename a project, change its access levels, or show pointers on its maps or not.',
  policy: inProject('update', 'project', place),
  params: byId,
  body: z.object({
    name: titleSchema.optional(),
    general_access: accessLevel.optional(),
    tenant_access: accessLevel.optional(),
    show_cursors: z.boolean().optional(),
  }),
  reply: z.object({ data: projectReply }),
});

export const deleteProject = defineEndpoint({
  id: 'deleteProject',
  method: 'DELETE',
  path: '/api/projects/:id',
  summary: 'Delete a project with all it holds.',
  policy: evenWithoutPlan(inProject('delete', 'project', place)),
  params: byId,
  reply: z.object({ status: z.string() }),
});

export const duplicateProject = defineEndpoint({
  id: 'duplicateProject',
  method: 'POST',
  path: '/api/projects/:projectId/duplicate',
  summary:
    "Copy a project with its files, maps and notebooks into the caller's own tenant, without its shares. Answers at once: the operation tells how far it is, and the project is there when it has completed.",
  policy: inProject('duplicate', 'project'),
  params: z.object({ projectId: z.string() }),
  body: z.object({ name: titleSchema.optional() }),
  reply: z.object({ data: z.object({ operation_id: z.string(), project_id: z.string() }) }),
});

export const listProjectUsers = defineEndpoint({
  id: 'listProjectUsers',
  method: 'GET',
  path: '/api/projects/:projectId/users',
  summary: 'Names of the people who can be met in a project, by user id.',
  policy: inProject('read', 'project'),
  params: z.object({ projectId: z.string() }),
  /** `email` is empty for whoever general access alone lets in, but for their own. */
  reply: z.record(
    z.string(),
    z.object({ username: z.string(), email: z.string(), role: z.enum(projectRoles), shared: z.boolean() }),
  ),
});
