import { GromaError, type Policy } from '@groma/model';
import type { AccessControl, ProjectAccess, TenantAccess } from '../access/access-control.ts';
import type { User } from '../session/sessions.ts';

/** Parts of a request that may name things and are known before its body is read. */
export interface Named {
  params: unknown;
  query: unknown;
}

export interface Admitted {
  user: User | undefined;
  projectAccess: ProjectAccess | undefined;
  tenant: TenantAccess | undefined;
}

/** Lets a request through or throws: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, NO_PLAN or PLAN_EXPIRED. */
export async function enforce(
  policy: Policy,
  named: Named,
  user: User | undefined,
  access: AccessControl,
): Promise<Admitted> {
  const admitted: Admitted = { user, projectAccess: undefined, tenant: undefined };
  if (policy.kind === 'anyone') return admitted;
  if (!user) throw new GromaError('UNAUTHENTICATED');
  if (policy.kind === 'signed-in') return admitted;
  const said = valueAt(policy.place.in === 'params' ? named.params : named.query, policy.place.name);
  const id = typeof said === 'string' ? said : '';
  const evenWithoutPlan = policy.evenWithoutPlan ?? false;
  if (policy.kind === 'in-tenant') {
    admitted.tenant = await access.requireInTenant(user.id, id, policy.action, policy.subject, { evenWithoutPlan });
  } else {
    admitted.projectAccess =
      policy.kind === 'in-project'
        ? await access.require(user.id, id, policy.action, policy.subject, { noun: policy.subject, evenWithoutPlan })
        : await access.requireOwned(user.id, policy.noun, id, policy.action, policy.subject, { evenWithoutPlan });
  }
  refuseForeignNames(named.params, admitted);
  refuseForeignNames(named.query, admitted);
  return admitted;
}

/**
 * Project and tenant ids elsewhere in the request are checked against the one that was resolved, never believed.
 * @throws GromaError NOT_FOUND.
 */
export function refuseForeignNames(
  part: unknown,
  { projectAccess, tenant }: Pick<Admitted, 'projectAccess' | 'tenant'>,
): void {
  if (projectAccess) refuseOther(part, ['projectId', 'project_id'], projectAccess.projectId, 'project');
  const tenantId = projectAccess?.tenantId ?? tenant?.tenantId;
  if (tenantId !== undefined)
    refuseOther(part, ['tenantId', 'tenant_id'], tenantId, projectAccess ? 'project' : 'organisation');
}

function refuseOther(part: unknown, names: readonly string[], expected: string, noun: string): void {
  for (const name of names) {
    const said = valueAt(part, name);
    // Anything that is not text is not that id either, and is never made one.
    if (said !== undefined && said !== null && said !== expected) throw new GromaError('NOT_FOUND', { noun });
  }
}

function valueAt(part: unknown, name: string): unknown {
  return typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined;
}
