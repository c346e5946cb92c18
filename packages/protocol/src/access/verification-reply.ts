import { z } from 'zod';
import { tenantReply } from './plan-reply.ts';

/** Who is signed in. Answers 403 NO_PLAN and PLAN_EXPIRED carry it too, as `data` beside code and message. */
export const userReply = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  ownedTenant: tenantReply.nullable(),
  invitedTenants: z.array(tenantReply),
});

/** Tenant that the user has entered, whose plan counts then; the owned one where it is left out. */
export const verificationQuery = z.object({ tenantId: z.string().optional() });

export const verificationReply = z.object({ status: z.string(), data: userReply });

export const signOutReply = z.object({ status: z.string() });
