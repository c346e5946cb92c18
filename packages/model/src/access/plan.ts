import { limit } from '../limit.ts';
import type { ProjectAction, TenantAction } from './permission.ts';

/** A tenant's plan (000 §3). */
export interface Plan {
  is_active: boolean;
  features: {
    project_number?: number | undefined;
    cpu_machine_types?: string[] | undefined;
    gaia_pro_queries?: number | undefined;
    /**
     * Gigabytes of 1024³ bytes that the files of each project, and of all together, may take up; as the server's
     * settings say when missing.
     */
    project_storage_gb?: number | undefined;
    tenant_storage_gb?: number | undefined;
  };
}

/** Outcome of verification (ACC-040). NOT_DEFINED is the value before any reply has come. */
export type VerificationOutcome = 'NO_PLAN' | 'PLAN_EXPIRED' | 'NOT_DEFINED' | 'NO_ERROR';

/**
 * State of a plan at a moment: inactive, or past the end of its last day in UTC, is expired (ACC-026).
 * `endsAt` null means that it does not end.
 */
export function verifyPlan(
  plan: Plan | undefined | null,
  endsAt: Date | null,
  now: Date,
): Exclude<VerificationOutcome, 'NOT_DEFINED'> {
  if (!plan) return 'NO_PLAN';
  return now.getTime() >= planEnd(plan, endsAt) ? 'PLAN_EXPIRED' : 'NO_ERROR';
}

/**
 * The moment from which a plan is expired, in milliseconds of UTC: at once when it is missing or inactive, never when
 * it has no last day.
 */
export function planEnd(plan: Plan | undefined | null, endsAt: Date | null): number {
  if (!plan?.is_active) return Number.NEGATIVE_INFINITY;
  return endsAt
    ? Date.UTC(endsAt.getUTCFullYear(), endsAt.getUTCMonth(), endsAt.getUTCDate() + 1)
    : Number.POSITIVE_INFINITY;
}

/** Number of projects a plan allows (ACC-008). */
export function allowedProjects(plan: Plan): number {
  return plan.features.project_number ?? limit.defaultProjectNumber;
}

const free: ReadonlySet<ProjectAction | TenantAction> = new Set(['read', 'read-on-open', 'download']);

/** Whether an action needs an active plan of the tenant. What is there can always be looked at and taken along. */
export function needsPlan(action: ProjectAction | TenantAction): boolean {
  return !free.has(action);
}
