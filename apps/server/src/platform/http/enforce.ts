import { GromaError, type Policy } from '@groma/model';
import type { AccessControl, Standing } from '../access/access-control.ts';
import type { User } from '../session/sessions.ts';

/** Parts of a request that may name things and are known before its body is read. */
export interface Named { params: unknown; query: unknown }

export interface Admitted { user: User | undefined; standing: Standing | undefined }

/** Lets a request through or throws: UNAUTHENTICATED, NO_PLAN, PLAN_EXPIRED, NOT_FOUND or FORBIDDEN. */
export async function enforce(policy: Policy, named: Named, user: User | undefined, access: AccessControl): Promise<Admitted> {
  if (policy.kind === 'anyone') return { user, standing: undefined };
  if (!user) throw new GromaError('UNAUTHENTICATED');
  if (policy.kind === 'signed-in') return { user, standing: undefined };
  if (policy.kind === 'planned') {
    const outcome = await access.planOutcome(user.id);
    if (outcome !== 'NO_ERROR') throw new GromaError(outcome);
    return { user, standing: undefined };
  }
  const said = valueAt(policy.place.in === 'params' ? named.params : named.query, policy.place.name);
  const id = typeof said === 'string' ? said : '';
  const projectId = policy.kind === 'in-project' ? id : await access.projectOf(policy.noun, id);
  const standing = await access.require(user.id, projectId, policy.action, policy.subject, policy.kind === 'in-project' ? policy.subject : policy.noun);
  refuseForeignNames(named.params, standing);
  refuseForeignNames(named.query, standing);
  return { user, standing };
}

/**
 * Project and tenant ids elsewhere in the request are checked against the one that was resolved, never believed.
 * @throws GromaError NOT_FOUND.
 */
export function refuseForeignNames(part: unknown, { projectId, tenantId }: Standing): void {
  for (const [name, expected] of Object.entries({ projectId, project_id: projectId, tenantId, tenant_id: tenantId })) {
    const said = valueAt(part, name);
    // What is no text is not that id either, and is never made one.
    if (said !== undefined && said !== null && said !== expected) throw new GromaError('NOT_FOUND', { noun: 'project' });
  }
}

function valueAt(part: unknown, name: string): unknown {
  return typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined;
}
