import { GromaError, type Policy } from '@groma/model';
import type { AccessControl, ProjectAccess, TenantAccess } from '../access/access-control.ts';
import { nobody, type Visitor } from '../access/visitor.ts';
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

/**
 * Lets a request through or throws: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, NO_PLAN or PLAN_EXPIRED. Whoever is not
 * signed in is let in to nothing but publications, and of anything else told to sign in.
 */
export async function enforce(
  policy: Policy,
  named: Named,
  user: User | undefined,
  access: AccessControl,
  visitor?: Visitor,
): Promise<Admitted> {
  if (user || policy.kind === 'anyone') return enforceFor(policy, named, user, access, visitor);
  const isForReaders = 'alsoPublished' in policy && policy.alsoPublished === true;
  if (!isForReaders || !visitor) throw new GromaError('UNAUTHENTICATED');
  return enforceFor(policy, named, undefined, access, visitor).catch((error: unknown) => {
    throw error instanceof GromaError ? new GromaError('UNAUTHENTICATED') : error;
  });
}

async function enforceFor(
  policy: Policy,
  named: Named,
  user: User | undefined,
  access: AccessControl,
  visitor: Visitor | undefined,
): Promise<Admitted> {
  const admitted: Admitted = { user, projectAccess: undefined, tenant: undefined };
  if (policy.kind === 'anyone' || policy.kind === 'signed-in') return admitted;
  const said = valueAt(policy.place.in === 'params' ? named.params : named.query, policy.place.name);
  const id = typeof said === 'string' ? said : '';
  const evenWithoutPlan = policy.evenWithoutPlan ?? false;
  const userId = user?.id ?? nobody;
  if (policy.kind === 'in-tenant') {
    admitted.tenant = await access.requireInTenant(userId, id, policy.action, policy.subject, { evenWithoutPlan });
  } else {
    const asked = { evenWithoutPlan, visitor: policy.alsoPublished ? visitor : undefined };
    admitted.projectAccess =
      policy.kind === 'in-project'
        ? await access.require(userId, id, policy.action, policy.subject, { noun: policy.subject, ...asked })
        : await access.requireOwned(userId, policy.noun, id, policy.action, policy.subject, asked);
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
