import { evenWithoutPlan, inTenant, signedIn, tenantRoles, titleSchema } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { tenantReply } from './plan-reply.ts';

const byId = z.object({ tenantId: z.string() });
const done = z.object({ status: z.string() });

/** Someone of a tenant. The owner stands first, and joined with it. */
const memberReply = z.object({
  id: z.string(),
  username: z.string(),
  user_email: z.string(),
  role: z.enum(tenantRoles),
  is_you: z.boolean(),
  joined_at: z.string().nullable(),
});

/**
 * What the plan allows and what is used of it, for the owner. Limits stand with their defaults filled in (ACC-008,
 * ACC-009).
 */
const billingReply = z.object({
  plan_starts_at: z.string().nullable(),
  plan_ends_at: z.string().nullable(),
  project_count: z.number(),
  project_number: z.number(),
  cpu_machine_types: z.array(z.string()),
  gaia_pro_queries: z.number(),
});

const tenantDetailReply = tenantReply.extend({ members: z.array(memberReply), billing: billingReply.nullable() });

export const listTenants = defineEndpoint({
  id: 'listTenants',
  method: 'GET',
  path: '/api/tenants',
  summary: 'Tenants the user owns or was invited to, the owned one first.',
  policy: signedIn(),
  reply: z.object({ data: z.array(tenantReply) }),
});

export const readTenant = defineEndpoint({
  id: 'readTenant',
  method: 'GET',
  path: '/api/tenants/:tenantId',
  summary: 'A tenant with its members and, for its owner, what the plan allows and what is used.',
  policy: inTenant('read', 'user'),
  params: byId,
  reply: z.object({ data: tenantDetailReply }),
});

export const renameTenant = defineEndpoint({
  id: 'renameTenant',
  method: 'PATCH',
  path: '/api/tenants/:tenantId',
  summary: 'Rename a tenant.',
  policy: inTenant('update', 'tenant'),
  params: byId,
  body: z.object({ name: titleSchema }),
  reply: z.object({ data: tenantReply }),
});

export const removeMember = defineEndpoint({
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/tenants/:tenantId/members/:userId',
  summary: 'Remove a member from a tenant; what they made stays.',
  policy: evenWithoutPlan(inTenant('dissolve', 'user')),
  params: byId.extend({ userId: z.string() }),
  reply: done,
});

export const leaveTenant = defineEndpoint({
  id: 'leaveTenant',
  method: 'POST',
  path: '/api/tenants/:tenantId/leave',
  summary: 'Leave a tenant one was invited to; what one made stays.',
  policy: evenWithoutPlan(inTenant('leave', 'user')),
  params: byId,
  reply: done,
});

/** `name` is the tenant's name, typed once more. */
export const dissolveTenant = defineEndpoint({
  id: 'dissolveTenant',
  method: 'POST',
  path: '/api/tenants/:tenantId/dissolve',
  summary: 'Dissolve a tenant: its projects are deleted, its members and invitations removed, its plan ends.',
  policy: evenWithoutPlan(inTenant('delete', 'tenant')),
  params: byId,
  body: z.object({ name: z.string() }),
  reply: done,
});
