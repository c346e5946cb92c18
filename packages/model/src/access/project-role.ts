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

/** What gives a role: the rule that applied, and in rule 3 the level. */
export type RoleReason = 'owns-tenant' | 'made-it' | 'share' | 'tenant-access' | 'general-access' | 'nothing';
/** What keeps a role below the one that something else would give. */
export type RoleLimit = 'share' | 'general-access' | 'tenant-access';

const leastFirst: readonly AccessLevel[] = ['RESTRICTED', 'PROJECT_VIEWER', 'PROJECT_COMMENTATOR', 'PROJECT_EDITOR'];

/**
 * The role of a user in a project by the three rules of 000 §6.3, the first that applies winning. A level at its
 * least value grants nothing and takes nothing: it is left out of the minimum, in rule 2 as in rule 3. NONE means
 * that nothing at all was granted.
 */
export function decideProjectRole(standing: ProjectStanding): ProjectRole {
  if (standing.ownsTenant || (standing.isMember && standing.isCreator)) return 'PROJECT_OWNER';
  const granted = [
    standing.shareRole ?? 'RESTRICTED',
    standing.generalAccess,
    standing.isMember ? standing.tenantAccess : 'RESTRICTED',
  ].filter((level) => level !== 'RESTRICTED');
  const least = leastFirst.find((level) => granted.includes(level));
  return least === undefined || least === 'RESTRICTED' ? 'NONE' : least;
}

/** The same role with what gives it and what limits it, for the people who look at a share dialog. */
export function explainProjectRole(standing: ProjectStanding): {
  role: ProjectRole;
  because: RoleReason;
  limitedBy: RoleLimit[];
} {
  const role = decideProjectRole(standing);
  if (standing.ownsTenant) return { role, because: 'owns-tenant', limitedBy: [] };
  if (standing.isMember && standing.isCreator) return { role, because: 'made-it', limitedBy: [] };
  const levels: { from: RoleLimit; level: AccessLevel }[] = [
    { from: 'share', level: standing.shareRole ?? 'RESTRICTED' },
    { from: 'tenant-access', level: standing.isMember ? standing.tenantAccess : 'RESTRICTED' },
    { from: 'general-access', level: standing.generalAccess },
  ];
  const granting = levels.filter(({ level }) => level !== 'RESTRICTED');
  const isLimited = granting.some(({ level }) => level !== role);
  return {
    role,
    because: granting[0]?.from ?? 'nothing',
    limitedBy: isLimited ? granting.filter(({ level }) => level === role).map(({ from }) => from) : [],
  };
}
