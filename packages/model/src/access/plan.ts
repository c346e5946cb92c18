import { limit } from '../limit.ts';

/** A tenant's plan (000 §3). */
export interface Plan {
  is_active: boolean;
  features: { project_number?: number | undefined; cpu_machine_types?: string[] | undefined; gaia_pro_queries?: number | undefined };
}

/** Outcome of verification (ACC-040). NOT_DEFINED is the value before any reply has come. */
export type VerificationOutcome = 'NO_PLAN' | 'PLAN_EXPIRED' | 'NOT_DEFINED' | 'NO_ERROR';

/**
 * State of a plan at a moment: inactive, or past the end of its last day in UTC, is expired (ACC-026).
 * `endsAt` null means that it does not end.
 */
export function verifyPlan(plan: Plan | undefined, endsAt: Date | null, now: Date): Exclude<VerificationOutcome, 'NOT_DEFINED'> {
  if (!plan) return 'NO_PLAN';
  if (!plan.is_active || (endsAt && now.getTime() >= endOfDayUtc(endsAt))) return 'PLAN_EXPIRED';
  return 'NO_ERROR';
}

/** Number of projects a plan allows (ACC-008). */
export function allowedProjects(plan: Plan): number {
  return plan.features.project_number ?? limit.defaultProjectNumber;
}

function endOfDayUtc(day: Date): number {
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1);
}
