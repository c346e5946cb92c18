import { accessLevels, emailSchema, evenWithoutPlan, inProject, projectRoles, shareRoles } from '@groma/model';
import { z } from 'zod';
import { planOutcomes } from '../access/plan-reply.ts';
import { defineEndpoint } from '../endpoint.ts';

const byProject = z.object({ projectId: z.string() });
const byPerson = byProject.extend({ userId: z.string() });
const done = z.object({ status: z.string() });

/** Someone with a role in a project, and why it is that role. */
const personReply = z.object({
  id: z.string(),
  username: z.string(),
  /** Empty for whoever general access alone lets in, but for their own. */
  email: z.string(),
  is_you: z.boolean(),
  /** The effective role. */
  role: z.enum(projectRoles),
  /** What gives the role: owning the tenant, having made the project, a share, or an access level. */
  because: z.enum(['owns-tenant', 'made-it', 'share', 'tenant-access', 'general-access']),
  /** Role of the explicit share; null without one. */
  share_role: z.enum(shareRoles).nullable(),
  /** What keeps the role below what this person would have otherwise: empty when nothing does. */
  limited_by: z.array(z.enum(['share', 'general-access', 'tenant-access'])),
  is_member: z.boolean(),
});

const projectAccessReply = z.object({
  general_access: z.enum(accessLevels),
  tenant_access: z.enum(accessLevels),
  tenant: z.object({ id: z.string(), name: z.string() }),
  plan_outcome: z.enum(planOutcomes),
  /** Whether this user may share and change the levels. */
  may_share: z.boolean(),
  people: z.array(personReply),
});
export type ProjectAccessReply = z.output<typeof projectAccessReply>;

export const listProjectAccess = defineEndpoint({
  id: 'listProjectAccess',
  method: 'GET',
  path: '/api/projects/:projectId/access',
  summary: 'Who has which role in a project, why, and what limits it.',
  policy: inProject('read', 'project'),
  params: byProject,
  reply: z.object({ data: projectAccessReply }),
});

export const shareProject = defineEndpoint({
  id: 'shareProject',
  method: 'POST',
  path: '/api/projects/:projectId/shares',
  summary: 'Share a project with a person who has an account.',
  policy: inProject('share', 'project'),
  params: byProject,
  body: z.object({ email: emailSchema, role: z.enum(shareRoles) }),
  reply: done,
});

export const updateShare = defineEndpoint({
  id: 'updateShare',
  method: 'PATCH',
  path: '/api/projects/:projectId/shares/:userId',
  summary: 'Change the role of a share.',
  policy: inProject('share', 'project'),
  params: byPerson,
  body: z.object({ role: z.enum(shareRoles) }),
  reply: done,
});

export const unshareProject = defineEndpoint({
  id: 'unshareProject',
  method: 'DELETE',
  path: '/api/projects/:projectId/shares/:userId',
  summary: 'Take back a share.',
  policy: evenWithoutPlan(inProject('share', 'project')),
  params: byPerson,
  reply: done,
});

export const leaveProject = defineEndpoint({
  id: 'leaveProject',
  method: 'POST',
  path: '/api/projects/:projectId/leave',
  summary: "Give up one's own share of a project.",
  policy: evenWithoutPlan(inProject('read', 'project')),
  params: byProject,
  reply: done,
});
