import {
  canDeleteProject,
  canInProject,
  GromaError,
  needsPlan,
  type ProjectAction,
  type ProjectId,
  type ProjectRole,
  type ProjectSubject,
  type TenantAction,
  type TenantId,
  type TenantRole,
} from '@groma/model';

/** The plan of a tenant, as far as it decides what may be done. */
export interface Planned {
  hasPlan: boolean;
  /** Moment from which it is expired, in milliseconds. */
  planEnd: number;
}

/** Where a user stands towards one project. */
export interface ProjectAccess extends Planned {
  projectId: ProjectId;
  tenantId: TenantId;
  role: ProjectRole;
  tenantRole: TenantRole;
  isCreator: boolean;
  /** General access above the least: a public project (ACC-123). */
  isPublic: boolean;
  /** Let in by general access alone, as anybody with an account is: no share, and no part in the tenant. */
  isPasserby: boolean;
  /** Set of a version of a publication: its readers are shown what is in it, and nothing else is done for them. */
  isFrozen?: true;
  /** Set of a version of a publication that anyone may read: what is in it never changes and is no secret. */
  isForAnyone?: true;
}

/**
 * The email address of someone in the project as far as one may know it: passers-by see names, and no address but their
 * own.
 */
export function addressFor({ isPasserby }: ProjectAccess, address: string, isOwn = false): string {
  return isPasserby && !isOwn ? '' : address;
}

/** Whether the role reaches, whatever the plan says. */
export function isAllowed(projectAccess: ProjectAccess, action: ProjectAction, subject: ProjectSubject): boolean {
  if (!canInProject(projectAccess.role, action, subject)) return false;
  return (
    action !== 'delete' ||
    subject !== 'project' ||
    canDeleteProject(projectAccess.role, projectAccess.tenantRole, projectAccess.isCreator, projectAccess.isPublic)
  );
}

/** Whether the plan lets this be done now. What changes nothing needs none. */
export function isPaidFor({ planEnd }: Planned, action: ProjectAction | TenantAction): boolean {
  return !needsPlan(action) || Date.now() < planEnd;
}

/** Both at once, for who asks without wanting to know why not. */
export function mayNow(projectAccess: ProjectAccess, action: ProjectAction, subject: ProjectSubject): boolean {
  return isAllowed(projectAccess, action, subject) && isPaidFor(projectAccess, action);
}

/** @throws GromaError NO_PLAN, PLAN_EXPIRED. */
export function requirePlan(planned: Planned, action: ProjectAction | TenantAction): void {
  if (!isPaidFor(planned, action)) throw new GromaError(planned.hasPlan ? 'PLAN_EXPIRED' : 'NO_PLAN');
}
