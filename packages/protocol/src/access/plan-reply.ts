import { tenantRoles } from '@groma/model';
import { z } from 'zod';

/** State of a plan: NO_ERROR while it is active. */
export const planOutcomes = ['NO_ERROR', 'NO_PLAN', 'PLAN_EXPIRED'] as const;

export const planReply = z.object({
  is_active: z.boolean(),
  features: z.object({
    project_number: z.number().optional(),
    cpu_machine_types: z.array(z.string()).optional(),
    gaia_pro_queries: z.number().optional(),
    project_storage_gb: z.number().optional(),
    tenant_storage_gb: z.number().optional(),
  }),
});

/** A tenant as its people see it. When its plan ends is billing, and null for whoever may not read that (ACC-063). */
export const tenantReply = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(tenantRoles),
  owner: z.object({ id: z.string(), username: z.string() }),
  plan: planReply.nullable(),
  /** State of the plan now. */
  outcome: z.enum(planOutcomes),
  plan_starts_at: z.string().nullable(),
  plan_ends_at: z.string().nullable(),
});
export type TenantReply = z.output<typeof tenantReply>;
