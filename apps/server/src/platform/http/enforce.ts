import { GromaError, type Policy, type ProjectId } from '@groma/model';
import type { AccessControl, Standing } from '../access/access-control.ts';
import type { User } from '../session/sessions.ts';

/** Parts of a request that may name things. */
export interface Named { params: unknown; query: unknown; body?: unknown }

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
  const id = textAt(policy.place.in === 'params' ? named.params : named.query, policy.place.name) ?? '';
  const projectId = policy.kind === 'in-project' ? id : await access.projectOf(policy.noun, id);
  const standing = await access.require(user.id, projectId, policy.action, policy.subject, policy.kind === 'in-project' ? policy.subject : policy.noun);
  refuseForeignNames(named, standing);
  return { user, standing };
}

/** Project and tenant ids elsewhere in the request are checked against the one that was resolved, never believed. */
function refuseForeignNames(named: Named, standing: Standing): void {
  const expected: Record<string, ProjectId | string> = {
    projectId: standing.projectId, project_id: standing.projectId, tenantId: standing.tenantId, tenant_id: standing.tenantId,
  };
  for (const part of [named.params, named.query, named.body]) {
    for (const [name, value] of Object.entries(expected)) {
      const said = textAt(part, name);
      if (said !== undefined && said !== value) throw new GromaError('NOT_FOUND', { noun: 'project' });
    }
  }
}

function textAt(part: unknown, name: string): string | undefined {
  const value = typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined;
  return value === undefined || value === null ? undefined : String(value);
}
