import type { AccessLevel, ProjectRole, ShareRole } from './role.ts';

/** What decides a user's role in a project (000 §6.3). */
export interface ProjectStanding {
  /** The project belongs to a tenant that the user owns. */
  ownsTenant: boolean;
  /** The user is a member of the project's tenant. */
  isMember: boolean;
  isCreator: boolean;
  shareRole: ShareRole | undefined;
  generalAccess: AccessLevel;
  tenantAccess: AccessLevel;
}

const leastFirst: readonly AccessLevel[] = ['RESTRICTED', 'PROJECT_VIEWER', 'PROJECT_COMMENTATOR', 'PROJECT_EDITOR'];

/**
 * The role of a user in a project by the three rules of 000 §6.3, the first that applies winning. A level at its
 * least value grants nothing and takes nothing: it is left out of the minimum, in rule 2 as in rule 3. NONE means
 * that nothing at all was granted.
 */
export function decideProjectRole(standing: ProjectStanding): ProjectRole {
  if (standing.ownsTenant || (standing.isMember && standing.isCreator)) return 'PROJECT_OWNER';
  const tenantAccess = standing.isMember ? standing.tenantAccess : 'RESTRICTED';
  const granted = [standing.generalAccess, tenantAccess, standing.shareRole ?? 'RESTRICTED'].filter((level) => level !== 'RESTRICTED');
  const least = leastFirst.find((level) => granted.includes(level));
  return least === undefined || least === 'RESTRICTED' ? 'NONE' : least;
}
